//! A server for one run that ends with us, however we end. A shell holds it and waits until the pipe
//! from us closes; then it takes server and folder away. The kernel closes the pipe when we end, also
//! by Ctrl-C or `kill -9`, so there is one way out and every run takes it.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::failure::{Doing, Outcome};

/// The server's words go to `log` in its folder.
const KEEPER: &str = r#"
signal=$1
folder=$2
shift 2
"$@" </dev/null >"$folder/log" 2>&1 &
server=$!
while read -r _; do :; done
kill -s "$signal" "$server" 2>/dev/null
wait "$server"
rm -rf -- "$folder"
"#;

/// A server that is kept. Dropping it stops it and removes its folder.
pub struct Kept(Child);

/// A command that keeps this program, which is ended by this signal. Its arguments, its user and its
/// surroundings are still to be said.
pub fn keep(program: &Path, folder: &Path, signal: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", KEEPER, "keeper", signal]).arg(folder).arg(program);
    // A Ctrl-C at the terminal is for us; the keeper hears of it by its pipe.
    command.process_group(0).stdin(Stdio::piped());
    command
}

impl Kept {
    /// Starts what [`keep`] has put together.
    pub fn start(mut keeper: Command, doing: &'static str) -> Outcome<Self> {
        keeper.spawn().doing(doing).map(Self)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        if let Err(error) = self.0.wait() {
            eprintln!("xtask: waiting for a server to end: {error}");
        }
    }
}
