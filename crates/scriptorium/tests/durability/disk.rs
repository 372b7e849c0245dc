//! Tests of a disk that loses its power, fails, is full, or turns bits over: the program runs with
//! `shim.c` between itself and its files. They use SQLite alone, whose file is ours to keep;
//! PostgreSQL has its own server for that.

mod edits;
mod faults;
mod full;
mod power;
mod record;
mod replay;
mod requests;
mod rot;
mod shim;
mod unflushed;
mod unknown;
mod writers;
