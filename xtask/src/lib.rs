//! What the tools of this workspace share: running programs, servers on the loopback address, and
//! the folders of the workspace. The tasks themselves are in the program `xtask`; the bench is a
//! crate of its own.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool speaks to its terminal"
)]

pub mod apt;
pub mod command;
pub mod failure;
pub mod loopback;
pub mod supervisor;
pub mod wait;
pub mod workspace;
