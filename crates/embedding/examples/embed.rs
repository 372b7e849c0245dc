//! Measures the model: `cargo run --release -p embedding --example embed -- FILE…` embeds the passages of
//! these texts and prints how many there were and what CPU time they took, beside the time to read the
//! model, to embed a short question, and the resident of the process.

#![expect(clippy::print_stdout, reason = "a command-line tool speaks to its terminal")]

use std::{fs, hint::black_box, io, time::Instant};

use embedding::MiniLm;

/// Clock ticks in a second, as `/proc` counts them on Linux.
const TICKS: f64 = 100.0;

/// How often a question is embedded.
const QUESTIONS: u32 = 200;

fn main() -> io::Result<()> {
    let start = Instant::now();
    let model = MiniLm::new();
    println!("read in {:.1} ms; {}", start.elapsed().as_secs_f64() * 1e3, resident()?);

    let before = cpu_seconds()?;
    for _ in 0..QUESTIONS {
        black_box(model.embed("Who locked the cellar door before the storm came up?"));
    }
    let each = (cpu_seconds()? - before) / f64::from(QUESTIONS);
    println!("a question of 10 words: {:.2} ms of CPU", each * 1e3);

    let (mut words, mut tokens, mut passages) = (0, 0, 0_u32);
    let before = cpu_seconds()?;
    for path in std::env::args().skip(1) {
        let text = fs::read_to_string(path)?;
        words += text.split_whitespace().count();
        for span in search::passages(&text) {
            tokens += model.tokens(&text[span.clone()]).len();
            black_box(model.embed(&text[span]));
            passages += 1;
        }
    }
    let seconds = cpu_seconds()? - before;
    println!(
        "{words} words, {passages} passages, {tokens} tokens: {seconds:.1} s of CPU, \
         {:.0} passages in a second of CPU; {}",
        f64::from(passages) / seconds,
        resident()?
    );
    Ok(())
}

/// The CPU time of this process so far.
fn cpu_seconds() -> io::Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The name of the program ends with the last parenthesis; user and system time are fields 14 and 15.
    let fields: Vec<&str> =
        stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks: f64 =
        fields.iter().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    Ok(ticks / TICKS)
}

/// What the process has in memory now.
fn resident() -> io::Result<String> {
    let status = fs::read_to_string("/proc/self/status")?;
    let kept = |line: &&str| line.starts_with("RssAnon") || line.starts_with("RssFile");
    Ok(status.lines().filter(kept).collect::<Vec<_>>().join(", ").replace('\t', " "))
}
