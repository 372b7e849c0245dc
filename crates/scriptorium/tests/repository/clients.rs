//! The client for Python at work, with the Python that is there: what its README shows, and a program
//! that does what its readers will do. Of the types for TypeScript, that their example is compiled.

use std::{fs, path::PathBuf, process::Command};

use crate::support::Studio;

/// Where the client lies.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../clients/python")
}

/// The block of a README that begins so.
fn block<'r>(readme: &'r str, start: &str) -> &'r str {
    let (_, rest) = readme.split_once(start).expect("a block");
    rest.split_once("```").expect("its end").0
}

#[test]
fn the_example_of_the_types_is_among_what_is_compiled() {
    let folder = folder().join("../typescript");
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    let compiled = fs::read_to_string(folder.join("tests/readme.ts")).unwrap();

    // It lies one folder deeper than what its readers write.
    let example = block(&readme, "```ts\n").replace("./client.js", "../client.js");

    assert!(compiled.ends_with(&format!("\n\n{example}")), "{example}");
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

service_test! {
    fn the_client_for_python_does_what_its_readers_will_do(studio) {
        let program = folder().join("tests/story.py");

        let said = run(&[program.to_str().unwrap(), &address(studio)]);

        assert_eq!(said, "told\n");
    }
}

service_test! {
    fn the_example_of_the_client_prints_what_its_readme_says(studio) {
        let readme = fs::read_to_string(folder().join("README.md")).unwrap();
        let program = block(&readme, "```python\n").replace("http://127.0.0.1:7878", &address(studio));

        let said = run(&["-c", &program]);

        assert_eq!(said, block(&readme, "prints\n\n```text\n"));
    }
}
