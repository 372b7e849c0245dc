//! Files that are made to cost memory or time. Each is read while this program counts the bytes that are allocated and
//! the processor time of the thread, so the tests are a program of their own, and one runs at a time.
//!
//! What is read within a bound takes less than a second; what grows with the square of a part takes minutes. The bound
//! is time of the processor, not of the clock, and the library is optimised for these tests too.

mod docx;
mod epub;
mod folder;
mod fountain;
mod odt;
mod sound;
mod written;

use std::{
    io::{Cursor, Write as _},
    sync::{Mutex, MutexGuard, PoisonError},
};

use formats::{Book, Flaw, read};
use peak_alloc::PeakAlloc;
use rustix::time::{ClockId, clock_gettime};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// One file is made and read at a time.
static ONE: Mutex<()> = Mutex::new(());

/// What reading or writing one book may need, as `formats::bounds` promises it.
const BYTES_MAX: usize = 256 * 1024 * 1024;

/// Processor time that reading or writing one book may take, in milliseconds.
const MILLIS_MAX: i64 = 2_000;

/// Bytes of a mebibyte.
const MIB: usize = 1024 * 1024;

/// Runs something within the bounds of memory and time.
fn within<T>(work: impl FnOnce() -> T) -> T {
    let used = || clock_gettime(ClockId::ThreadCPUTime);
    ALLOCATED.reset_peak_usage();
    let (before, began) = (ALLOCATED.current_usage(), used());
    let result = work();
    let (peak, ended) = (ALLOCATED.peak_usage().saturating_sub(before), used());
    let millis = (ended.tv_sec - began.tv_sec) * 1000 + (ended.tv_nsec - began.tv_nsec) / 1_000_000;
    if std::env::var_os("FORMATS_FIGURES").is_some() {
        let name = std::thread::current().name().unwrap_or_default().to_owned();
        let line = format!("{name}: {} MiB, {millis} ms\n", peak / MIB);
        std::io::stderr().write_all(line.as_bytes()).unwrap_or_default();
    }
    assert!(peak <= BYTES_MAX, "{} MiB at once", peak / MIB);
    assert!(millis <= MILLIS_MAX, "{millis} ms of the processor");
    result
}

/// Waits until no other test makes or reads a file.
fn alone() -> MutexGuard<'static, ()> {
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a file and reads it within the bounds.
fn reading(make: impl FnOnce() -> Vec<u8>) -> Result<Book, Flaw> {
    let bytes = make();
    within(|| read(&bytes))
}

/// What is wrong with a file, as people read it.
fn flaw(make: impl FnOnce() -> Vec<u8>) -> String {
    reading(make).map(|it| it.sections.len()).expect_err("a flaw").to_string()
}

/// An archive whose parts are not compressed, so that nothing is said of their ratio.
fn stored(parts: &[(&str, &str)]) -> Vec<u8> {
    let parts: Vec<(&str, &[u8])> = parts.iter().map(|it| (it.0, it.1.as_bytes())).collect();
    stored_bytes(&parts)
}

fn stored_bytes(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        writer.start_file(*name, options).expect("a part");
        writer.write_all(bytes).expect("a part");
    }
    writer.finish().expect("an archive").into_inner()
}

/// Many parts of a text, made of their numbers.
fn many(count: usize, one: impl Fn(usize) -> String) -> String {
    let mut all = String::new();
    for at in 0..count {
        all.push_str(&one(at));
    }
    all
}
