//! An HTTP/1.1 server that answers like an S3-compatible store.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use aditus_application::testing::http::{ReceivedRequest, start_server};

/// Runs until the test process ends. Each test starts its own.
pub struct S3Server {
    address: SocketAddr,
    objects: Arc<Mutex<BTreeMap<String, Vec<u8>>>>,
    unsigned: Arc<AtomicUsize>,
}

impl S3Server {
    pub fn start() -> Self {
        let objects = Arc::new(Mutex::new(BTreeMap::new()));
        let unsigned = Arc::new(AtomicUsize::new(0));
        let (kept, counted) = (objects.clone(), unsigned.clone());
        let address = start_server(move |asked| http_response(asked, &kept, &counted));
        Self {
            address,
            objects,
            unsigned,
        }
    }

    pub fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn names(&self) -> Vec<String> {
        self.objects.lock().unwrap().keys().cloned().collect()
    }

    pub fn unsigned_requests(&self) -> usize {
        self.unsigned.load(Ordering::SeqCst)
    }
}

fn http_response(
    asked: ReceivedRequest,
    objects: &Mutex<BTreeMap<String, Vec<u8>>>,
    unsigned: &AtomicUsize,
) -> Vec<u8> {
    let authorisation = asked.headers.get("authorization").map_or("", String::as_str);
    if !authorisation.starts_with("AWS4-HMAC-SHA256 Credential=TESTKEY/") {
        unsigned.fetch_add(1, Ordering::SeqCst);
    }
    let (range, is_head) = (asked.headers.get("range").cloned(), asked.method == "HEAD");
    let (mut status, mut body) = status_and_body(asked, &mut objects.lock().unwrap());
    let mut content_range = String::new();
    if let Some(range) = range.filter(|_| status == "200 OK") {
        let size = body.len();
        (status, body, content_range) = match part(&range, &body) {
            Some((first, bytes)) => (
                "206 Partial Content",
                bytes.to_vec(),
                format!(
                    "Content-Range: bytes {first}-{}/{size}\r\n",
                    first + bytes.len() - 1
                ),
            ),
            None => (
                "416 Range Not Satisfiable",
                b"<Error><Code>InvalidRange</Code></Error>".to_vec(),
                String::new(),
            ),
        };
    }
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\n{content_range}ETag: \"1\"\r\nLast-Modified: Mon, 21 Sep 2026 12:00:00 GMT\r\n\r\n",
        body.len()
    );
    if is_head {
        return head.into_bytes();
    }
    [head.as_bytes(), &body].concat()
}

/// Returns the first offset and the bytes of a range such as `bytes=3-6`, or `None` if it starts at
/// or behind the end of the object.
fn part<'a>(range: &str, bytes: &'a [u8]) -> Option<(usize, &'a [u8])> {
    let (first, last) = range.strip_prefix("bytes=")?.split_once('-')?;
    let first: usize = first.parse().unwrap();
    let end = bytes.len().min(last.parse::<usize>().unwrap() + 1);
    (first < end).then(|| (first, &bytes[first..end]))
}

fn status_and_body(
    request: ReceivedRequest,
    objects: &mut BTreeMap<String, Vec<u8>>,
) -> (&'static str, Vec<u8>) {
    let code = |status, code: &str| (status, format!("<Error><Code>{code}</Code></Error>").into_bytes());
    if let Some((bucket, query)) = request.path.split_once('?')
        && matches!(bucket, "/aditus" | "/aditus/")
        && request.method == "GET"
    {
        return ("200 OK", listed(query, objects).into_bytes());
    }
    if !request.path.starts_with("/aditus/") {
        return code("403 Forbidden", "AccessDenied");
    }
    match request.method.as_str() {
        "PUT" => {
            let only_new = request
                .headers
                .get("if-none-match")
                .is_some_and(|value| value == "*");
            if only_new && objects.contains_key(&request.path) {
                return code("412 Precondition Failed", "PreconditionFailed");
            }
            objects.insert(request.path, request.body);
            ("200 OK", Vec::new())
        }
        "GET" | "HEAD" => match objects.get(&request.path) {
            Some(bytes) => ("200 OK", bytes.clone()),
            None => code("404 Not Found", "NoSuchKey"),
        },
        "DELETE" => {
            objects.remove(&request.path);
            ("204 No Content", Vec::new())
        }
        _ => code("405 Method Not Allowed", "MethodNotAllowed"),
    }
}

/// Lists objects whose names start with a prefix and sort after another name.
fn listed(query: &str, objects: &BTreeMap<String, Vec<u8>>) -> String {
    let value = |wanted: &str| {
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let found = pairs.into_iter().find(|(name, _)| *name == wanted);
        found
            .map(|(_, value)| value.replace("%2F", "/"))
            .unwrap_or_default()
    };
    let (prefix, after) = (value("prefix"), value("start-after"));
    let wanted = objects
        .iter()
        .filter_map(|(path, bytes)| Some((path.strip_prefix("/aditus/")?, bytes.len())))
        .filter(|(name, _)| name.starts_with(&prefix) && *name > after.as_str());
    let mut contents = String::new();
    for (name, size) in wanted {
        let _ = write!(
            contents,
            "<Contents><Key>{name}</Key><Size>{size}</Size><ETag>1</ETag>\
             <LastModified>2026-09-21T12:00:00.000Z</LastModified></Contents>"
        );
    }
    format!("<ListBucketResult><IsTruncated>false</IsTruncated>{contents}</ListBucketResult>")
}
