//! `conformance-service DATA ADDRESS`: the service with its routes, limits and workers, where the tools,
//! resources and prompts of the conformance suite are in place of ours. For `cargo xtask test --deep`.

#![expect(clippy::print_stderr, reason = "a command-line tool speaks to its terminal")]

use std::process::ExitCode;

use engine::Clock;
use mcp::McpServer;
use scriptorium::{serve, settings};
use testing::conformance::Fixture;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(address)) = (arguments.next(), arguments.next()) else {
        eprintln!("conformance-service: name a folder and an address");
        return ExitCode::FAILURE;
    };
    match run(&folder, address) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("conformance-service: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(folder: &str, address: String) -> Result<(), Box<dyn std::error::Error>> {
    let flags = [("server.listen", address), ("data.dir", folder.to_owned())];
    let settings = settings::load(None, std::iter::empty(), &flags)?.settings;
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let fixture = |_: &_, _, _: &_| McpServer::with_handler(|| Fixture);
        let running = serve::start_with(&settings, Clock::system(), fixture).await?;
        tokio::signal::ctrl_c().await?;
        running.stop().await;
        Ok(())
    })
}
