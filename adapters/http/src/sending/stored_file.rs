//! Streams stored files while they are read: only the parts that are being sent are in memory.

use std::ops::Range;

use actix_web::body::SizedStream;
use actix_web::error::Error;
use actix_web::web::{Bytes, Data};
use aditus_application::ports::{FILE_PART, FileKey};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::future::ready;
use futures_util::{Stream, StreamExt, TryStreamExt, stream};

use crate::api::Api;
use crate::problem::Problem;

/// Streams a range of a file.
pub(crate) fn stored_file(
    api: Data<Api>,
    key: FileKey,
    range: Range<u64>,
) -> SizedStream<impl Stream<Item = Result<Bytes, Error>>> {
    let size = range.end.saturating_sub(range.start);
    SizedStream::new(
        size,
        parts(api, key, range).map_ok(Bytes::from).map_err(Error::from),
    )
}

/// Streams a whole file as base64, between two texts.
pub(crate) fn base64_between(
    api: Data<Api>,
    key: FileKey,
    size: u64,
    (before, behind): (String, String),
) -> SizedStream<impl Stream<Item = Result<Bytes, Error>>> {
    let encoded = size.div_ceil(3) * 4;
    let length = encoded + before.len() as u64 + behind.len() as u64;
    let text = |text: String| stream::once(ready(Ok(Bytes::from(text))));
    let content = parts(api, key, 0..size)
        .map_ok(|part| Bytes::from(STANDARD.encode(part)))
        .map_err(Error::from);
    SizedStream::new(length, text(before).chain(content).chain(text(behind)))
}

fn parts(api: Data<Api>, key: FileKey, range: Range<u64>) -> impl Stream<Item = Result<Vec<u8>, Problem>> {
    stream::try_unfold(range.start, move |at| {
        let (api, key) = (api.clone(), key.clone());
        let left = range.end.saturating_sub(at);
        let length = usize::try_from(left).unwrap_or(FILE_PART).min(FILE_PART);
        async move {
            if length == 0 {
                return Ok(None);
            }
            let part = api.read_part(key, at, length).await?;
            let bytes = part.map_err(Problem::internal)?.bytes;
            if bytes.len() < length {
                return Err(Problem::internal("a stored file is shorter than it was"));
            }
            Ok(Some((bytes, at + length as u64)))
        }
    })
}
