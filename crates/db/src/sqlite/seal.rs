//! The seal of a database nobody has open: a number for each block of the file, written down when
//! the last one closed it, and compared before the next one opens it. SQLite notices a page whose
//! order is broken, and no more: a letter that has turned into another one reads like any. What
//! changes while the file lies there was not changed by us.
//!
//! There is none after a program was killed, for a file that others have open, or for a very large
//! one. A seal that is broken stays where it is, under another name, and is told of at each start
//! until somebody removes it. The numbers find accidents; they are no signature.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::Path;

use super::connect::{Place, beside, private};
use crate::error::Error;

/// What one number stands for, in bytes.
const BLOCK: usize = 64 << 10;

/// A larger file is not sealed: reading all of it would hold up a stop.
const SEALED_MAX_BYTES: u64 = 1 << 30;

/// The first line: what it is, and how it is counted.
const KIND: &str = "seal of a SQLite database, 64 KiB to a line";

const SEALING: &str = "sealing the database";
const OPENING: &str = "opening the database";

/// Looks whether the file is as it was sealed, if it was, and remembers damage where it is not;
/// whether there was a seal to look at, or nothing to seal.
///
/// # Errors
/// When the file or its seal cannot be read.
pub(super) fn check(place: &Place) -> Result<bool, Error> {
    let opening = |error| Error::file(OPENING, error);
    let (seal, broken) = (beside(&place.path, ".seal"), beside(&place.path, ".seal.broken"));
    let remedy = format!(
        "if nobody did that, the disk is failing: restore a backup; if the file is as it should be, \
         remove {}",
        broken.display()
    );
    if broken.exists() {
        let file = place.path.display();
        place.damage.note(&format!("{file} was changed while it was closed, earlier; {remedy}"));
        return Ok(true);
    }
    let is_there = || place.path.metadata().is_ok_and(|file| file.len() > 0);
    let sealed = match fs::read_to_string(&seal) {
        Ok(sealed) => sealed,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(!is_there()),
        Err(error) if error.kind() == ErrorKind::InvalidData => String::new(),
        Err(error) => return Err(opening(error)),
    };
    // A log means that somebody has written since, or does now.
    if has_log(place) {
        return Ok(false);
    }
    let Some(sealed) = read(&sealed) else {
        tracing::warn!(path = %seal.display(), "the seal of the database cannot be read");
        return Ok(false);
    };
    let found = blocks(&place.path).map_err(opening)?;
    let longer = sealed.len().max(found.len());
    let changed: Vec<_> = (0..longer).filter(|at| sealed.get(*at) != found.get(*at)).collect();
    let Some(first) = changed.first() else { return Ok(true) };
    place.damage.note(&format!(
        "{} was changed while it was closed, in {} of {longer} blocks, the first at byte {}; {remedy}",
        place.path.display(),
        changed.len(),
        first * BLOCK,
    ));
    fs::rename(&seal, &broken).and_then(|()| sync_folder(&place.path)).map_err(opening)?;
    Ok(true)
}

/// Remembers that the file was cut off, as a seal that is broken does: the next write behind its end
/// makes it whole to look at.
pub(super) fn note_cut(place: &Place, flaw: &str) {
    let broken = beside(&place.path, ".seal.broken");
    place.damage.note(&format!("{}: {flaw}; restore a backup", place.path.display()));
    let made = private(OpenOptions::new().write(true).create(true).truncate(false)).open(broken);
    if let Err(error) = made.and_then(|_| sync_folder(&place.path)) {
        tracing::warn!(%error, "{SEALING} failed");
    }
}

/// Takes the seal away for good. To be called with the log open and before anything is written:
/// whoever seals looks for a log at the end.
pub(super) fn take_off(place: &Place) -> Result<(), Error> {
    match fs::remove_file(beside(&place.path, ".seal")) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed
            .and_then(|()| sync_folder(&place.path))
            .map_err(|error| Error::file(OPENING, error)),
    }
}

/// Seals a file that was closed, unless somebody has it open. Without a seal less is noticed, and
/// nothing is lost: a failure is told in the log.
pub(super) fn put_on(place: &Place) {
    let too_large = |file: fs::Metadata| file.len() > SEALED_MAX_BYTES;
    if place.damage.is_known() || has_log(place) || place.path.metadata().map_or(true, too_large) {
        return;
    }
    let unfinished = beside(&place.path, ".seal.unfinished");
    if let Err(error) = write(place, &unfinished) {
        tracing::warn!(%error, "{SEALING} failed");
        // If it cannot be removed, it still is no seal.
        let _ = fs::remove_file(&unfinished);
    }
    if has_log(place) {
        // Somebody has opened the file meanwhile, and may have looked for a seal before this one.
        let _ = fs::remove_file(beside(&place.path, ".seal"));
    }
}

fn write(place: &Place, unfinished: &Path) -> io::Result<()> {
    let mut text = format!("{KIND}\n");
    for number in blocks(&place.path)? {
        let _ = writeln!(text, "{number:016x}");
    }
    let _ = writeln!(text, "{:016x}", number(text.as_bytes()));
    let mut file =
        private(OpenOptions::new().write(true).create(true).truncate(true)).open(unfinished)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(unfinished, beside(&place.path, ".seal"))?;
    sync_folder(&place.path)
}

/// The numbers in a seal; none if it is not whole.
fn read(text: &str) -> Option<Vec<u64>> {
    let lines = text.trim_end_matches('\n');
    let (all, own) = lines.split_at_checked(lines.rfind('\n')? + 1)?;
    let parse = |line: &str| u64::from_str_radix(line, 16).ok();
    if parse(own)? != number(all.as_bytes()) {
        return None;
    }
    all.strip_prefix(KIND)?.strip_prefix('\n')?.lines().map(parse).collect()
}

/// The number of each block of a file.
fn blocks(path: &Path) -> io::Result<Vec<u64>> {
    let file = File::open(path)?;
    let mut block = Vec::with_capacity(BLOCK);
    let mut numbers = Vec::new();
    loop {
        block.clear();
        if (&file).take(BLOCK as u64).read_to_end(&mut block)? == 0 {
            return Ok(numbers);
        }
        numbers.push(number(&block));
    }
}

/// A number that is another one whenever one word of the bytes is: each step can be undone, so two
/// texts that have come apart never meet again while they go on alike.
fn number(bytes: &[u8]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut words = bytes.chunks_exact(8);
    let mut number = bytes.len() as u64;
    for word in &mut words {
        let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
        number = (number ^ word).wrapping_mul(ODD).rotate_left(29);
    }
    for byte in words.remainder() {
        number = (number ^ u64::from(*byte)).wrapping_mul(ODD).rotate_left(29);
    }
    number
}

/// Whether SQLite has a log of this file, as it has while anybody has the file open.
fn has_log(place: &Place) -> bool {
    beside(&place.path, "-wal").exists()
}

fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bit_can_turn_over_unnoticed() {
        let bytes: Vec<u8> = (0..100_u8).collect();
        for bit in 0..bytes.len() * 8 {
            let mut turned = bytes.clone();
            turned[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(number(&turned), number(&bytes), "bit {bit}");
        }
        assert_ne!(number(&bytes[..99]), number(&bytes));
    }

    #[test]
    fn a_seal_that_is_not_whole_is_none() {
        let mut text = format!("{KIND}\n{:016x}\n{:016x}\n", 7, u64::MAX);
        text += &format!("{:016x}\n", number(text.as_bytes()));

        assert_eq!(read(&text), Some(vec![7, u64::MAX]));
        assert_eq!(read(""), None);
        for end in 0..text.len() - 1 {
            assert_eq!(read(&text[..end]), None, "{end}");
        }
        assert_eq!(read(&text.replace("7\n", "8\n")), None);
    }
}
