//! The manifest as JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use aditus_application::backup::{MadeBy, Manifest, Origin};
use aditus_application::ports::{BackupFolderError, DatabaseState, FileDigest, FileKey, TableState};
use aditus_domain::requests::content::Sha256;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Version of the manifest format. Raise it when programs that know only this format would misread
/// the new one.
const FORMAT: u32 = 1;

/// The fields that every format has.
#[derive(Deserialize)]
struct Head {
    format: u32,
    version: String,
}

#[derive(Serialize, Deserialize)]
struct WrittenManifest {
    format: u32,
    version: String,
    made_on: DateTime<Utc>,
    made_by: WrittenOrigin,
    #[serde(with = "hex::serde")]
    installation: [u8; 16],
    database: WrittenDatabase,
    documents: Vec<WrittenDocument>,
    lost: Vec<String>,
    altered: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenOrigin {
    Command,
    Server,
}

#[derive(Serialize, Deserialize)]
struct WrittenDatabase {
    kind: String,
    made_with: String,
    size: u64,
    #[serde(with = "hex::serde")]
    sha256: [u8; 32],
    migrations: Vec<String>,
    tables: BTreeMap<String, WrittenTable>,
}

#[derive(Serialize, Deserialize)]
struct WrittenTable {
    rows: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    content: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct WrittenDocument {
    key: String,
    size: u64,
    #[serde(with = "hex::serde")]
    sha256: [u8; 32],
}

/// Writes the manifest as indented JSON, so that people can read it too.
pub(crate) fn write(manifest: &Manifest) -> Vec<u8> {
    let listed = |keys: &BTreeSet<FileKey>| keys.iter().map(|key| key.as_str().to_owned()).collect();
    let written = WrittenManifest {
        format: FORMAT,
        version: manifest.origin.version.clone(),
        made_on: manifest.origin.made_on,
        made_by: match manifest.origin.made_by {
            MadeBy::Command => WrittenOrigin::Command,
            MadeBy::Server => WrittenOrigin::Server,
        },
        installation: manifest.origin.installation,
        database: WrittenDatabase {
            kind: manifest.origin.kind.clone(),
            made_with: manifest.made_with.clone(),
            size: manifest.database.size,
            sha256: manifest.database.sha256.0,
            migrations: manifest.state.migrations.clone(),
            tables: manifest
                .state
                .tables
                .iter()
                .map(|(name, table)| {
                    let content = table.content.clone();
                    let rows = table.rows;
                    (name.clone(), WrittenTable { rows, content })
                })
                .collect(),
        },
        documents: manifest
            .documents
            .iter()
            .map(|(key, digest)| WrittenDocument {
                key: key.as_str().to_owned(),
                size: digest.size,
                sha256: digest.sha256.0,
            })
            .collect(),
        lost: listed(&manifest.lost),
        altered: listed(&manifest.altered),
    };
    // Serialisation cannot fail: all keys of these maps are strings.
    let mut bytes = serde_json::to_vec_pretty(&written).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

/// Parses a manifest. `path` appears in the error if it is malformed.
pub(crate) fn read(path: &Path, bytes: &[u8]) -> Result<Manifest, BackupFolderError> {
    let unreadable = |what: String| BackupFolderError::Unreadable {
        path: path.to_owned(),
        what,
    };
    let head: Head = serde_json::from_slice(bytes).map_err(|error| unreadable(error.to_string()))?;
    if head.format != FORMAT {
        return Err(unreadable(format!(
            "it is of the format {}, and this version of Aditus knows the format {FORMAT}; use Aditus {} or a newer version",
            head.format, head.version
        )));
    }
    let written: WrittenManifest =
        serde_json::from_slice(bytes).map_err(|error| unreadable(error.to_string()))?;
    let key = |text: &str| {
        FileKey::parse(text).map_err(|_| unreadable(format!("{text:?} is no key of a document")))
    };
    let keys = |texts: &[String]| texts.iter().map(|text| key(text)).collect::<Result<_, _>>();
    let database = written.database;
    let is_kind = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    if database.kind.is_empty() || !database.kind.chars().all(is_kind) {
        return Err(unreadable(format!(
            "{:?} is no kind of a database",
            database.kind
        )));
    }
    Ok(Manifest {
        origin: Origin {
            version: written.version,
            made_on: written.made_on,
            made_by: match written.made_by {
                WrittenOrigin::Command => MadeBy::Command,
                WrittenOrigin::Server => MadeBy::Server,
            },
            installation: written.installation,
            kind: database.kind,
        },
        made_with: database.made_with,
        database: FileDigest {
            size: database.size,
            sha256: Sha256(database.sha256),
        },
        state: DatabaseState {
            migrations: database.migrations,
            tables: database
                .tables
                .into_iter()
                .map(|(name, WrittenTable { rows, content })| (name, TableState { rows, content }))
                .collect(),
        },
        documents: written
            .documents
            .iter()
            .map(|document| {
                let digest = FileDigest {
                    size: document.size,
                    sha256: Sha256(document.sha256),
                };
                Ok((key(&document.key)?, digest))
            })
            .collect::<Result<_, _>>()?,
        lost: keys(&written.lost)?,
        altered: keys(&written.altered)?,
    })
}
