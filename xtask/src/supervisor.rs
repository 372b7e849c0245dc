//! A server for one run that ends with us, however we end. A shell supervises it and waits until
//! the pipe from us closes; then it stops the server and removes its folder. The kernel closes the
//! pipe when we end, also by Ctrl-C or `kill -9`, so there is one way out and every run takes it.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::failure::{Doing, Outcome};

/// The supervising shell. The server's output goes to `log` in its folder.
const SCRIPT: &str = r#"
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

/// A server with its supervisor. Dropping it stops it and removes its folder.
pub struct SupervisedChild(Child);

/// A command that runs and supervises this program, which is ended by this signal. The caller adds
/// its arguments, user and environment.
pub fn command(program: &Path, folder: &Path, signal: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT, "supervisor", signal]).arg(folder).arg(program);
    // A Ctrl-C at the terminal is for us; the supervisor notices by its pipe.
    command.process_group(0).stdin(Stdio::piped());
    command
}

impl SupervisedChild {
    /// Starts a [`command`].
    pub fn start(mut supervisor: Command, doing: &'static str) -> Outcome<Self> {
        supervisor.spawn().doing(doing).map(Self)
    }
}

impl Drop for SupervisedChild {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        if let Err(error) = self.0.wait() {
            eprintln!("xtask: waiting for a server to end: {error}");
        }
    }
}
