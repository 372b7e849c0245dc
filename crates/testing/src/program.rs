//! The program itself, as a person runs it: with a command line, in a folder of its own, with
//! nothing in its environment but what the test puts there.

use std::{
    fs::{File, OpenOptions},
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio},
};

use rustix::{
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{Winsize, tcsetwinsize},
};

/// A command of the program, run in `folder`.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(file());
    command.args(arguments).current_dir(folder).env_clear().stdin(Stdio::null());
    command
}

/// The program's file. Cargo names it to the test programs of its package when it runs them.
fn file() -> PathBuf {
    std::env::var_os("CARGO_BIN_EXE_scriptorium").expect("a test program that cargo runs").into()
}

/// Runs a command to its end.
pub fn run(folder: &Path, arguments: &[&str]) -> Ran {
    Ran::of(command(folder, arguments).output().expect("a program"))
}

/// What ends the input at a terminal: Ctrl-D.
const END_OF_INPUT: char = '\u{4}';

/// Runs a command to its end in a terminal of its own, 80 columns wide, in which this has been typed. What
/// appears there, with what was typed, is its output; its errors are among it.
///
/// # Panics
/// When the system gives no terminal or the command cannot be started.
pub fn run_in_terminal(mut command: Command, typed: &str) -> Ran {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).and_then(|()| unlockpt(&terminal)).expect("a terminal of its own");
    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal, size).expect("a terminal with a size");
    let name = ptsname(&terminal, Vec::new()).expect("the name of the terminal").into_string();
    let screen = OpenOptions::new().read(true).write(true).open(name.expect("UTF-8"));
    let screen = screen.expect("the terminal");
    let end = || Stdio::from(screen.try_clone().expect("the terminal"));
    let mut child =
        command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("a program that runs");
    // Only the child holds that end now, so it is closed when the child ends.
    drop((command, screen));
    let mut terminal = File::from(terminal);
    // Whoever asks for more than was typed finds the end of the input.
    let keys = format!("{typed}{END_OF_INPUT}");
    terminal.write_all(keys.as_bytes()).expect("to type");
    let mut bytes = Vec::new();
    // A terminal that was closed at the other end is an error to read, after all that was written.
    let _ = terminal.read_to_end(&mut bytes);
    let status = child.wait().expect("the end of the program");
    Ran::of(Output { status, stdout: bytes, stderr: Vec::new() })
}

/// What a command did.
#[derive(Debug)]
pub struct Ran {
    /// Whether its status was 0.
    pub succeeded: bool,
    /// Its status; none where a signal ended it.
    pub status: Option<i32>,
    /// What it printed.
    pub out: String,
    /// What it printed as errors.
    pub err: String,
}

impl Ran {
    /// What a command that has ended did.
    pub fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        Self {
            succeeded: output.status.success(),
            status: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    /// What it printed; it must have succeeded.
    pub fn ok(self) -> String {
        assert!(self.succeeded, "{self:?}");
        self.out
    }

    /// Why it failed; it must have.
    pub fn refusal(self) -> String {
        assert!(!self.succeeded, "{self:?}");
        self.err
    }
}

/// A server of its own process. It is killed when this is dropped.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    /// The first line that it printed.
    pub greeting: String,
    child: Child,
    // Whoever closes it makes the server fail at its next line.
    out: BufReader<ChildStdout>,
}

impl Server {
    /// Starts `scriptorium serve` with these arguments, on a free port; ready when this returns.
    pub fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = command(folder, &["serve", "--listen", "127.0.0.1:0"]);
        command.args(arguments);
        Self::of(command)
    }

    /// Starts a command that ends up as a server; ready when this returns.
    pub fn of(command: Command) -> Self {
        Self::of_child(command).unwrap_or_else(|_| panic!("no server"))
    }

    /// Starts a command that may end up as a server, or end: then, what it has said.
    pub fn try_of(mut command: Command) -> Result<Self, Ran> {
        command.stderr(Stdio::piped());
        let mut server = Self::of_child(command)
            .map_err(|child| Ran::of(child.wait_with_output().expect("the end of the program")))?;
        // Whoever does not read makes the server wait when the pipe is full.
        let mut said = server.child.stderr.take().expect("what it says");
        std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
        Ok(server)
    }

    /// The server, or a child that has closed its output without a word.
    fn of_child(mut command: Command) -> Result<Self, Child> {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("a program");
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        let mut first = String::new();
        out.read_line(&mut first).expect("a first line");
        if first.is_empty() {
            return Err(child);
        }
        let address = first
            .trim()
            .rsplit_once("http://")
            .and_then(|(_, address)| address.parse().ok())
            .unwrap_or_else(|| panic!("no address: {first}"));
        let greeting = first.trim().to_owned();
        Ok(Self { address, greeting, child, out })
    }

    /// The lines it prints next, up to the one that begins with this word.
    pub fn lines_until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.out.read_line(&mut line).expect("a line") > 0, "{lines:?}");
            let is_last = line.trim_start().starts_with(word);
            lines.push(line.trim().to_owned());
            if is_last {
                return lines;
            }
        }
    }

    /// The line it prints next.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.out.read_line(&mut line).expect("a line") > 0, "it prints nothing more");
        line.trim_end().to_owned()
    }

    /// Asks it to stop, as the system does.
    pub fn terminate(&self) {
        let sent = Command::new("kill").arg(self.id().to_string()).status();
        assert!(sent.expect("a kill command").success());
    }

    /// How it ended, once it has.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("a child")
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
