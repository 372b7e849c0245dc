//! The program: settings, wiring, command line. No rules, no SQL, no routes; those are in the layers
//! below.

pub mod backup;
pub mod cli;
pub mod client;
pub mod demo;
pub mod doctor;
pub mod export;
pub mod folder;
pub mod health;
pub mod import;
pub mod logging;
pub mod manual;
pub mod model_check;
pub mod notify;
mod open_files;
pub mod relay;
pub mod serve;
pub mod settings;
pub mod studio;
pub mod tokens;
