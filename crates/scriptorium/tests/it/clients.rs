//! The client for Python at work, with the Python that is there: what its README shows, and a
//! program that does what its readers will do.

use std::{fs, path::PathBuf, process::Command};

use crate::support::Studio;

/// Where the client lies.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../clients/python")
}

/// Runs a program that uses the client to its end; what it printed.
fn run(arguments: &[&str]) -> String {
    let mut command = Command::new("python3");
    // Nothing is left behind in the folder.
    command.env("PYTHONPATH", folder()).env("PYTHONDONTWRITEBYTECODE", "1").args(arguments);
    let output = command.output().expect("python3");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn address(studio: &Studio) -> String {
    format!("http://{}", studio.address)
}

story! {
    fn the_client_for_python_does_what_its_readers_will_do(studio) {
        let program = folder().join("tests/story.py");

        let said = run(&[program.to_str().unwrap(), &address(studio)]);

        assert_eq!(said, "told\n");
    }
}

story! {
    fn the_example_of_the_client_prints_what_its_readme_says(studio) {
        let readme = fs::read_to_string(folder().join("README.md")).unwrap();
        let block = |start: &str| {
            let (_, rest) = readme.split_once(start).expect("a block");
            rest.split_once("```").expect("its end").0
        };
        let program = block("```python\n").replace("http://127.0.0.1:7878", &address(studio));

        let said = run(&["-c", &program]);

        assert_eq!(said, block("prints\n\n```text\n"));
    }
}
