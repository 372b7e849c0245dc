//! What the shim has recorded, read: the operations on the disk in their order, and what was sent
//! meanwhile.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

/// A file by the number the system gives it; numbers are given again when a file is gone.
pub(super) type Inode = u64;

#[derive(Debug)]
pub(super) enum Operation {
    Write {
        file: Inode,
        offset: usize,
        bytes: Vec<u8>,
    },
    Truncate {
        file: Inode,
        length: usize,
    },
    Sync {
        file: Inode,
    },
    /// It returned an error to the program.
    FailedSync {
        file: Inode,
    },
    Create {
        file: Inode,
        path: PathBuf,
    },
    Unlink {
        path: PathBuf,
    },
    Rename {
        from: PathBuf,
        to: PathBuf,
    },
    MakeFolder {
        file: Inode,
        path: PathBuf,
    },
    /// Bytes that left for somebody; nothing that happened on the disk.
    Send {
        bytes: Vec<u8>,
    },
}

/// Numbers before the bytes and paths of an operation, as `struct entry` has them.
const NUMBERS: usize = 6;

/// Everything that was recorded.
pub(super) fn read(path: &Path) -> Vec<Operation> {
    let all = std::fs::read(path).expect("a record");
    let mut rest = all.as_slice();
    let mut operations = Vec::new();
    while !rest.is_empty() {
        operations.push(next(&mut rest));
    }
    operations
}

fn next(rest: &mut &[u8]) -> Operation {
    let mut take = |length: usize| {
        let (bytes, after) = rest.split_at_checked(length).expect("a whole operation");
        *rest = after;
        bytes
    };
    let mut number = || {
        let bytes = take(8).try_into().expect("eight bytes");
        usize::try_from(u64::from_ne_bytes(bytes)).expect("a number of ours")
    };
    let numbers: [usize; NUMBERS] = std::array::from_fn(|_| number());
    let [kind, file, offset, length, path_length, other_length] = numbers;
    let bytes = take(length).to_vec();
    let mut path = |length| PathBuf::from(str::from_utf8(take(length)).expect("a path in UTF-8"));
    let (path, other) = (path(path_length), path(other_length));
    let file = file as Inode;
    match kind {
        1 => Operation::Write { file, offset, bytes },
        2 => Operation::Truncate { file, length: offset },
        3 => Operation::Sync { file },
        4 => Operation::Create { file, path },
        5 => Operation::Unlink { path },
        6 => Operation::Rename { from: path, to: other },
        7 => Operation::MakeFolder { file, path },
        8 => Operation::Send { bytes },
        9 => Operation::FailedSync { file },
        _ => panic!("no operation has the number {kind}"),
    }
}

/// Where in the record each answer left, by the id that the answer carries: what had been done on
/// the disk by then stands before it.
pub(super) fn answers(operations: &[Operation]) -> HashMap<String, usize> {
    const NAME: &[u8] = b"x-request-id: ";
    let mut found = HashMap::new();
    for (at, operation) in operations.iter().enumerate() {
        let Operation::Send { bytes } = operation else { continue };
        if let Some(start) = bytes.windows(NAME.len()).position(|window| window == NAME) {
            let id = bytes[start + NAME.len()..].split(|byte| *byte == b'\r').next();
            let id = id.and_then(|id| str::from_utf8(id).ok()).expect("an id");
            found.insert(id.to_owned(), at);
        }
    }
    found
}
