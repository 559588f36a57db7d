//! The rules for every store of drafts ([`crate::requests::drafts::Drafts`]).

use std::sync::Barrier;

use aditus_domain::ids::{DraftFileId, DraftId, UserId};
use aditus_domain::requests::content::Sha256;
use aditus_domain::requests::{
    DocumentKind, DraftContent, DraftDevice, DraftStaff, FileType, RawDataFormat, RawDevice, RawDraft,
    RawEthics, RawFilters, RawPrincipal, RawPurpose, RawStaff, RawSubmission,
};

use super::fixtures::{document, minute, new_request, provider, requester, start, wizard};
use super::seed::{at, commit, user};
use super::steps::approve_all;
use crate::ports::{Database, FileKey};
use crate::requests::drafts::{Draft, ExpiringDraft, NewDraftFile};

/// A draft with an invalid value in every field.
fn full(letter: Option<DraftFileId>, passport: Option<DraftFileId>) -> RawDraft {
    let kind = DocumentKind::EthicsApprovalLetter;
    let text = |text: &str| Some(text.to_owned());
    RawDraft {
        answers: RawSubmission {
            title: text(" Fièvre \"typhoïde\"\\ "),
            needed_on: text("soon"),
            ethics: RawEthics {
                ethics_committee: Some(987_654),
                additional_ethics_committee_name: text("Second"),
                protocol_ref_num: text("P"),
                ethics_approval_letter: text("Perhaps"),
                exempted: Some(false),
            },
            data_source_id: Some(5),
            dataset_description: text("One\nline\tand more"),
            department: text("Epidemiology"),
            format: RawDataFormat {
                data_format: text("On paper"),
                direct_access_from: text("1"),
                direct_access_to: text("2"),
                no_date_limit: Some(true),
            },
            principal: RawPrincipal {
                principal_fname: text("Nia"),
                principal_sname: text("Tembo"),
                principal_phone: text("+"),
                principal_email: text("nia@"),
                principal_occupation: text("Professor"),
                principal_institution: text("Halden"),
            },
            is_principal: Some(false),
            dataset_variables: vec![9, 7, 8],
            request_purposes: vec![
                RawPurpose {
                    purpose: Some(3),
                    purpose_description: text("A thesis"),
                },
                RawPurpose::default(),
            ],
            purpose_description: text("Another"),
            filters: RawFilters {
                facility_filter: vec!["Karrow".to_owned()],
                start_value: text("2020"),
                end_value: text(""),
            },
            ..RawSubmission::default()
        },
        additional_letter: Some(true),
        facilities: vec![4, 2],
        reached: Some(7),
        documents: letter.map(|file| (kind, file)).into_iter().collect(),
        devices: vec![
            DraftDevice {
                id: text("d-1"),
                device: RawDevice {
                    equipment_name: text("Laptop"),
                    equipment_type: Some(1),
                    serial_number: text("SN"),
                    used_by: text("Nia"),
                    organisation: text("Halden"),
                    usage_from: text("3"),
                    usage_to: text("4"),
                },
            },
            DraftDevice::default(),
        ],
        staff: vec![DraftStaff {
            id: text("s-1"),
            member: RawStaff {
                first_name: text("Noor"),
                surname: text("Achterberg"),
                phone: text("1"),
                email: text("noor"),
                identification_type: text("Passport"),
                identification_number: text("X1"),
                position_in_organisation: text("Analyst"),
                identification_file_path: None,
                confidentiality_protocols: Some(false),
            },
            identification: passport,
        }],
    }
}

fn content(draft: RawDraft) -> DraftContent {
    draft.check().unwrap()
}

fn titled(title: &str) -> DraftContent {
    content(RawDraft {
        answers: RawSubmission {
            title: Some(title.to_owned()),
            ..RawSubmission::default()
        },
        ..RawDraft::default()
    })
}

fn added(database: &dyn Database, owner: UserId, title: &str, seconds: i64) -> DraftId {
    commit(database, |transaction| {
        let drafts = transaction.drafts();
        drafts
            .add(owner, &titled(title), at(seconds), 20)
            .unwrap()
            .unwrap()
    })
}

fn get(database: &dyn Database, owner: UserId, id: DraftId) -> Option<Draft> {
    database.read().unwrap().drafts().get(owner, id).unwrap()
}

fn key(name: &str) -> FileKey {
    FileKey::parse(&format!("requests/{name}.pdf")).unwrap()
}

fn file(database: &dyn Database, draft: DraftId, name: &str, seconds: i64) -> DraftFileId {
    let new = NewDraftFile {
        draft,
        key: key(name),
        name: format!("{name}.pdf"),
        file_type: FileType::Pdf,
        is_protected: true,
        size: 1024,
        sha256: Sha256([9; 32]),
        at: at(seconds),
    };
    commit(database, |transaction| {
        transaction.requests().begin_uploads(&[key(name)], at(0)).unwrap();
        transaction.drafts().add_file(&new).unwrap()
    })
}

/// Returns the keys that are noted as uploads.
fn uploads(database: &dyn Database) -> Vec<FileKey> {
    let mut transaction = database.begin().unwrap();
    let keys = transaction.requests().uploads_begun_before(at(1_000_000), 100);
    keys.unwrap()
}

/// Values are stored literally, valid or not, with the files. The next version replaces them.
pub fn a_draft_is_read_as_it_was_saved(database: &dyn Database) {
    let owner = user(database, 1);
    let id = added(database, owner, "First", 0);
    let fresh = get(database, owner, id).unwrap();
    assert_eq!(
        (fresh.version, fresh.created_on, fresh.changed_on),
        (1, at(0), at(0))
    );
    assert_eq!((fresh.content, fresh.told_on), (titled("First"), None));
    let (letter, passport) = (file(database, id, "letter", 1), file(database, id, "passport", 2));
    let full = content(full(Some(letter), Some(passport)));
    let version = commit(database, |transaction| {
        transaction.drafts().save(id, &full, at(5)).unwrap()
    });
    let saved = get(database, owner, id).unwrap();
    assert_eq!(version, 2);
    assert_eq!(
        (saved.version, saved.created_on, saved.changed_on),
        (2, at(0), at(5))
    );
    assert_eq!(saved.content, full);
    let files: Vec<_> = saved
        .files
        .iter()
        .map(|file| (file.id, &file.key, file.size))
        .collect();
    assert_eq!(
        files,
        [(letter, &key("letter"), 1024), (passport, &key("passport"), 1024)]
    );
    assert_eq!(saved.files[0].name, "letter.pdf");
    assert_eq!(saved.files[0].sha256, Sha256([9; 32]));
}

/// Other people cannot see a draft in any call.
pub fn a_draft_is_visible_to_its_owner_only(database: &dyn Database) {
    let (owner, other) = (user(database, 1), user(database, 2));
    let id = added(database, owner, "First", 0);
    assert_eq!(get(database, other, id), None);
    assert!(database.read().unwrap().drafts().list(other).unwrap().is_empty());
    commit(database, |transaction| {
        let drafts = transaction.drafts();
        assert!(!drafts.lock(other, id).unwrap() && drafts.lock(owner, id).unwrap());
        assert_eq!(drafts.remove(other, id, &[], at(1)).unwrap(), None);
        assert_eq!(drafts.get(other, id).unwrap(), None);
    });
    assert!(get(database, owner, id).is_some());
}

/// The draft saved last is first.
pub fn drafts_are_listed_by_their_last_save(database: &dyn Database) {
    let owner = user(database, 1);
    let first = added(database, owner, "First", 0);
    let second = added(database, owner, " Second ", 10);
    let listed = || {
        let rows = database.read().unwrap().drafts().list(owner).unwrap();
        let rows = rows.into_iter().map(|row| (row.id, row.title, row.changed_on));
        rows.collect::<Vec<_>>()
    };
    assert_eq!(
        listed(),
        [
            (second, "Second".to_owned(), at(10)),
            (first, "First".to_owned(), at(0))
        ]
    );
    commit(database, |transaction| {
        transaction
            .drafts()
            .save(first, &titled("Renamed"), at(20))
            .unwrap()
    });
    assert_eq!(listed()[0], (first, "Renamed".to_owned(), at(20)));
}

/// Two of eight concurrent calls find room.
pub fn the_number_of_drafts_per_person_is_limited(database: &dyn Database) {
    let owner = user(database, 1);
    let start = Barrier::new(8);
    let taken: usize = std::thread::scope(|scope| {
        let attempts: Vec<_> = (0..8)
            .map(|number| {
                let start = &start;
                scope.spawn(move || {
                    start.wait();
                    commit(database, |transaction| {
                        let content = titled(&number.to_string());
                        let added = transaction.drafts().add(owner, &content, at(number), 2);
                        usize::from(added.unwrap().is_some())
                    })
                })
            })
            .collect();
        attempts.into_iter().map(|attempt| attempt.join().unwrap()).sum()
    });
    assert_eq!(taken, 2);
    assert_eq!(database.read().unwrap().drafts().list(owner).unwrap().len(), 2);
    assert!(
        commit(database, |transaction| {
            let other = transaction.drafts().list(owner).unwrap()[0].id;
            transaction.drafts().remove(owner, other, &[], at(0)).unwrap();
            transaction
                .drafts()
                .add(owner, &titled("Once more"), at(0), 2)
                .unwrap()
        })
        .is_some()
    );
}

/// Files of drafts and of undecided requests count. Other accounts have their own totals.
pub fn the_files_of_an_account_are_counted(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let owner = requester.attendant.user;
    let stored = || {
        let mut views = database.read().unwrap();
        views.requests().stored_bytes(owner).unwrap()
    };
    assert_eq!(stored(), 0);
    let draft = added(database, owner, "First", 0);
    file(database, draft, "letter", 1);
    assert_eq!(stored(), 1024);
    let new = new_request(&requester, &provider, &wizard(&provider, "Malaria"), start());
    let of_request = new.documents.iter().map(|document| document.size).sum::<u64>();
    assert!(of_request > 0);
    let request = commit(database, |transaction| transaction.requests().add(&new).unwrap());
    assert_eq!(stored(), 1024 + of_request);
    // A replaced document is kept, and counts.
    let letter = document(DocumentKind::EthicsApprovalLetter, None, FileType::Png);
    commit(database, |transaction| {
        transaction
            .requests()
            .begin_uploads(std::slice::from_ref(&letter.key), minute(1))
            .unwrap();
        let edits = transaction.request_edits();
        edits.replace_document(request, None, &letter, minute(2)).unwrap();
    });
    assert_eq!(stored(), 1024 + of_request + letter.size);
    approve_all(database, &provider, request, minute(3));
    assert_eq!(stored(), 1024, "it is decided on");
    commit(database, |transaction| {
        transaction.drafts().remove(owner, draft, &[], at(9)).unwrap()
    });
    assert_eq!(stored(), 0);
}

/// Files that the request keeps are no uploads. The others are noted as uploads, so that they are
/// deleted. A draft that lacks a file of the request is kept.
pub fn a_draft_is_removed_with_its_files(database: &dyn Database) {
    let owner = user(database, 1);
    let id = added(database, owner, "First", 0);
    for name in ["kept", "left", "other"] {
        file(database, id, name, 1);
    }
    assert!(uploads(database).is_empty(), "they are the draft's");
    let remove = |kept: &[FileKey]| {
        commit(database, |transaction| {
            transaction.drafts().remove(owner, id, kept, at(9)).unwrap()
        })
    };
    assert_eq!(remove(&[key("gone")]), None);
    assert_eq!(remove(&[key("kept")]), Some(vec![key("left"), key("other")]));
    assert_eq!(get(database, owner, id), None);
    let mut noted = uploads(database);
    noted.sort();
    assert_eq!(noted, [key("left"), key("other")]);
    assert_eq!(remove(&[]), None);
}

/// Files that the draft names are kept. Files that it never named or no longer names are deleted
/// when their time is over.
pub fn unused_draft_files_are_deleted(database: &dyn Database) {
    let owner = user(database, 1);
    let id = added(database, owner, "First", 0);
    let letter = file(database, id, "letter", 10);
    file(database, id, "never", 10);
    let save = |letter: Option<DraftFileId>, seconds| {
        commit(database, |transaction| {
            let content = content(full(letter, None));
            transaction.drafts().save(id, &content, at(seconds)).unwrap()
        })
    };
    let clean_up = |before| {
        commit(database, |transaction| {
            transaction
                .drafts()
                .remove_unreferenced(at(before), 100, at(0))
                .unwrap()
        })
    };
    save(Some(letter), 20);
    assert_eq!((clean_up(10), clean_up(11)), (0, 1));
    assert_eq!(uploads(database), [key("never")]);
    assert_eq!(clean_up(1000), 0);
    save(None, 30);
    save(None, 40);
    assert_eq!(
        (clean_up(30), clean_up(31)),
        (0, 1),
        "it waits since the first save without it"
    );
    assert!(get(database, owner, id).unwrap().files.is_empty());
}

/// A file that is removed explicitly is noted as an upload.
pub fn a_removed_file_is_deleted(database: &dyn Database) {
    let owner = user(database, 1);
    let id = added(database, owner, "First", 0);
    file(database, id, "letter", 10);
    let files = get(database, owner, id).unwrap().files;
    commit(database, |transaction| {
        transaction.drafts().remove_files(&files, at(1)).unwrap();
    });
    assert!(get(database, owner, id).unwrap().files.is_empty());
    assert_eq!(uploads(database), [key("letter")]);
}

/// One of eight concurrent nodes sends the notification. A save restarts the period.
pub fn an_owner_is_notified_once_and_again_after_a_save(database: &dyn Database) {
    let owner = user(database, 1);
    let id = added(database, owner, "First", 0);
    let due_for_notice = |before| {
        let mut transaction = database.begin().unwrap();
        transaction.drafts().due_for_notice(at(before), 100).unwrap()
    };
    assert!(due_for_notice(0).is_empty());
    let ending = ExpiringDraft {
        id,
        owner,
        title: "First".to_owned(),
        changed_on: at(0),
    };
    assert_eq!(due_for_notice(1), std::slice::from_ref(&ending));
    let start = Barrier::new(8);
    let notified: usize = std::thread::scope(|scope| {
        let attempts: Vec<_> = (0..8)
            .map(|_| {
                let (start, ending) = (&start, &ending);
                scope.spawn(move || {
                    start.wait();
                    commit(database, |transaction| {
                        usize::from(transaction.drafts().record_notice(ending, at(100)).unwrap())
                    })
                })
            })
            .collect();
        attempts.into_iter().map(|attempt| attempt.join().unwrap()).sum()
    });
    assert_eq!(notified, 1);
    assert!(due_for_notice(1).is_empty());
    let ended = |changed, notified| {
        let mut transaction = database.begin().unwrap();
        transaction
            .drafts()
            .ended(at(changed), at(notified), 100)
            .unwrap()
    };
    assert!(ended(1, 100).is_empty() && ended(0, 101).is_empty());
    assert_eq!(ended(1, 101), [(owner, id)]);
    commit(database, |transaction| {
        transaction.drafts().save(id, &titled("First"), at(200)).unwrap()
    });
    assert_eq!(get(database, owner, id).unwrap().told_on, None);
    assert!(ended(300, 300).is_empty(), "nobody was notified since the save");
    let late = commit(database, |transaction| {
        transaction.drafts().record_notice(&ending, at(300)).unwrap()
    });
    assert!(!late, "it was saved since it was looked at");
}
