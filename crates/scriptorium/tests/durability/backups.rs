//! Backups of a database that was damaged, of one that is written to, and backups that are killed.

mod damaged;
mod killed;
mod load;
