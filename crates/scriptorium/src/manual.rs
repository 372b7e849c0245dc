//! What a shell and a reader need to know of the command line, made from the command line itself:
//! completions, and pages of the manual.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use clap::CommandFactory as _;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::cli::Cli;

/// The name of the program.
const NAME: &str = "scriptorium";

/// The completions for a shell.
pub fn completions(shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), NAME, &mut text);
    text
}

/// The page of the whole program.
pub fn page() -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    Man::new(Cli::command()).render(&mut text)?;
    Ok(text)
}

/// Writes a page for the program and for each of its commands into a folder, which is made where it
/// is not there; the files that were written.
pub fn pages(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::create_dir_all(folder)?;
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let mut written = Vec::new();
    write_pages(&command, folder, &mut written)?;
    Ok(written)
}

fn write_pages(
    command: &clap::Command,
    folder: &Path,
    written: &mut Vec<PathBuf>,
) -> io::Result<()> {
    // Commands below commands have both names in theirs.
    let man = Man::new(command.clone());
    let file = folder.join(man.get_filename());
    let mut text = Vec::new();
    man.render(&mut text)?;
    fs::write(&file, text)?;
    written.push(file);
    for below in command.get_subcommands() {
        write_pages(below, folder, written)?;
    }
    Ok(())
}
