//! The rules that every [`FileStore`] MUST follow. An adapter runs each function of [`CONTRACT`] on
//! a store of its own. The functions use different keys, so one store serves for all.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "these are tests"
)]
#![allow(clippy::missing_panics_doc, reason = "a panic is how a test fails")]

use std::time::Duration;

use crate::ports::{FILE_PART, FileError, FileKey, FileStore};

/// One clause of the contract.
pub type Clause = fn(&dyn FileStore);

/// The clauses of the contract, by name.
pub const CONTRACT: [(&str, Clause); 11] = [
    ("a_file_is_read_as_it_was_stored", a_file_is_read_as_it_was_stored),
    (
        "parts_of_a_file_join_to_the_whole",
        parts_of_a_file_join_to_the_whole,
    ),
    ("a_part_ends_where_the_file_ends", a_part_ends_where_the_file_ends),
    ("an_unknown_key_is_not_found", an_unknown_key_is_not_found),
    ("a_file_is_never_replaced", a_file_is_never_replaced),
    (
        "one_of_several_concurrent_writers_succeeds",
        one_of_several_concurrent_writers_succeeds,
    ),
    (
        "a_reader_sees_all_of_a_file_or_nothing",
        a_reader_sees_all_of_a_file_or_nothing,
    ),
    (
        "removing_takes_one_file_and_may_be_repeated",
        removing_takes_one_file_and_may_be_repeated,
    ),
    (
        "a_key_above_or_below_a_file_is_not_found",
        a_key_above_or_below_a_file_is_not_found,
    ),
    ("keys_never_lead_outside", keys_never_lead_outside),
    ("every_file_is_shown", every_file_is_shown),
];

fn key(text: &str) -> FileKey {
    FileKey::parse(text).unwrap()
}

/// Holds for bytes of every value, and for empty and large files.
pub fn a_file_is_read_as_it_was_stored(store: &dyn FileStore) {
    let large: Vec<u8> = (0..3_000_017_u32)
        .map(|index| u8::try_from(index % 251).unwrap())
        .collect();
    let contents: [(&str, &[u8]); 3] = [
        ("whole/empty.pdf", b""),
        ("whole/small.png", b"\0\x01\xfe\xff\r\n"),
        ("whole/large.pdf", &large),
    ];
    for (name, bytes) in contents {
        store.put(&key(name), bytes).unwrap();
        assert!(store.get(&key(name)).unwrap() == bytes, "{name}");
    }
}

/// The parts are read one after the other, as a response is sent.
pub fn parts_of_a_file_join_to_the_whole(store: &dyn FileStore) {
    let key = key("parts/long.pdf");
    let bytes: Vec<u8> = (0..150_001_u32)
        .map(|index| u8::try_from(index % 251).unwrap())
        .collect();
    store.put(&key, &bytes).unwrap();
    let mut read = Vec::new();
    while read.len() < bytes.len() {
        let part = store.read_part(&key, read.len() as u64, FILE_PART).unwrap();
        assert_eq!(part.size, bytes.len() as u64);
        assert_eq!(part.bytes.len(), FILE_PART.min(bytes.len() - read.len()));
        read.extend(part.bytes);
    }
    assert!(read == bytes);
}

/// A part ends at the end of the file, and the size is that of the whole file.
pub fn a_part_ends_where_the_file_ends(store: &dyn FileStore) {
    let (short, empty) = (key("parts/short.pdf"), key("parts/empty.pdf"));
    store.put(&short, b"0123456789").unwrap();
    store.put(&empty, b"").unwrap();
    for (start, length, expected) in [
        (0, 10, b"0123456789".as_slice()),
        (0, 1, b"0"),
        (3, 4, b"3456"),
        (9, 1, b"9"),
        (8, 100, b"89"),
        (10, 1, b""),
        (11, 100, b""),
    ] {
        let part = store.read_part(&short, start, length).unwrap();
        assert_eq!(
            (part.bytes.as_slice(), part.size),
            (expected, 10),
            "{start} {length}"
        );
    }
    let part = store.read_part(&empty, 0, 100).unwrap();
    assert_eq!((part.bytes.len(), part.size), (0, 0));
    assert_eq!(
        (store.size(&short).unwrap(), store.size(&empty).unwrap()),
        (10, 0)
    );
}

/// Holds with and without an existing folder.
pub fn an_unknown_key_is_not_found(store: &dyn FileStore) {
    store.put(&key("absent/other.pdf"), b"%PDF-1.7").unwrap();
    for name in ["absent", "absent/one.pdf", "nowhere/at/all.pdf", "none.pdf"] {
        assert!(
            matches!(store.get(&key(name)), Err(FileError::NotFound)),
            "{name}"
        );
        assert!(
            matches!(store.read_part(&key(name), 0, 1), Err(FileError::NotFound)),
            "{name}"
        );
        assert!(
            matches!(store.size(&key(name)), Err(FileError::NotFound)),
            "{name}"
        );
    }
}

/// A second file under the same key is refused, and the first is kept.
pub fn a_file_is_never_replaced(store: &dyn FileStore) {
    let key = key("once/letter.pdf");
    store.put(&key, b"first").unwrap();
    assert!(matches!(store.put(&key, b"second"), Err(FileError::Exists)));
    assert_eq!(store.get(&key).unwrap(), b"first");
}

/// All other writers get an error that the key is taken.
pub fn one_of_several_concurrent_writers_succeeds(store: &dyn FileStore) {
    let key = key("race/letter.pdf");
    let contents: Vec<Vec<u8>> = (0..8_u8).map(|index| vec![index; 200_000]).collect();
    let results: Vec<Result<(), FileError>> = std::thread::scope(|scope| {
        let storing: Vec<_> = contents
            .iter()
            .map(|bytes| scope.spawn(|| store.put(&key, bytes)))
            .collect();
        storing.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let winners: Vec<usize> = (0..8).filter(|index| results[*index].is_ok()).collect();
    assert_eq!(winners.len(), 1, "{results:?}");
    assert!(
        results
            .iter()
            .all(|result| matches!(result, Ok(()) | Err(FileError::Exists))),
        "{results:?}"
    );
    assert!(store.get(&key).unwrap() == contents[winners[0]]);
}

/// A reader sees the whole file or none while it is being stored.
pub fn a_reader_sees_all_of_a_file_or_nothing(store: &dyn FileStore) {
    for round in 0..10 {
        let key = key(&format!("atomic/{round}.pdf"));
        let bytes = vec![7; 1_000_000];
        std::thread::scope(|scope| {
            scope.spawn(|| store.put(&key, &bytes).unwrap());
            loop {
                match store.get(&key) {
                    Ok(read) => {
                        assert_eq!(read.len(), bytes.len());
                        break;
                    }
                    Err(FileError::NotFound) => {}
                    Err(error) => panic!("{error:?}"),
                }
            }
        });
    }
}

/// Other files are kept.
pub fn removing_takes_one_file_and_may_be_repeated(store: &dyn FileStore) {
    let (gone, kept) = (key("removed/a.pdf"), key("removed/a.pdf.png"));
    store.put(&gone, b"a").unwrap();
    store.put(&kept, b"b").unwrap();
    for _ in 0..2 {
        store.remove(&gone).unwrap();
        assert!(matches!(store.get(&gone), Err(FileError::NotFound)));
    }
    store.remove(&key("removed/never/there.pdf")).unwrap();
    assert_eq!(store.get(&kept).unwrap(), b"b");
    store.put(&gone, b"again").unwrap();
    assert_eq!(store.get(&gone).unwrap(), b"again");
}

/// The folder of a file cannot be read as a file, and a file not as a folder.
pub fn a_key_above_or_below_a_file_is_not_found(store: &dyn FileStore) {
    store.put(&key("tree/leaf.pdf"), b"leaf").unwrap();
    for name in ["tree", "tree/leaf.pdf/below.pdf"] {
        assert!(
            matches!(store.get(&key(name)), Err(FileError::NotFound)),
            "{name}"
        );
        store.remove(&key(name)).unwrap();
    }
    assert_eq!(store.get(&key("tree/leaf.pdf")).unwrap(), b"leaf");
}

/// Keys that could lead outside are invalid, and an address names its file.
pub fn keys_never_lead_outside(store: &dyn FileStore) {
    for text in [
        "",
        "/",
        "/etc/passwd",
        "..",
        "../secret.key",
        "a/../../secret.key",
        "a//b",
        "a/./b",
        ".hidden",
        "a/.part",
        "a\\..\\b",
        "a\0b",
        "a b",
        "a/b/",
        "%2e%2e/secret.key",
        "ä.pdf",
        &"a".repeat(201),
    ] {
        assert!(matches!(FileKey::parse(text), Err(FileError::BadKey)), "{text:?}");
    }
    let key = key("inside/letter-1_a.pdf");
    store.put(&key, b"letter").unwrap();
    let address = store
        .signed_address(&key, "Letter 1.pdf", Duration::from_mins(5))
        .unwrap();
    assert!(address.0.contains("inside/letter-1_a.pdf?"), "{address:?}");
}

/// A store that can list its files lists all of them, with their keys.
pub fn every_file_is_shown(store: &dyn FileStore) {
    let keys: Vec<FileKey> = (0..3)
        .map(|number| key(&format!("shown/{number}/letter.pdf")))
        .collect();
    for key in &keys {
        store.put(key, b"letter").unwrap();
    }
    store.remove(&keys[1]).unwrap();
    let mut shown = Vec::new();
    let can_tell = store
        .for_each_batch(&mut |batch| {
            shown.extend(batch.into_iter().map(|file| file.key));
            Ok(())
        })
        .unwrap();
    if can_tell {
        shown.retain(|key| key.as_str().starts_with("shown/"));
        shown.sort();
        assert_eq!(shown, [keys[0].clone(), keys[2].clone()]);
    }
}
