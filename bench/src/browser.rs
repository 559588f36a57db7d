//! A minimal HTTP client over one keep-alive connection. It uses little processor time, because it
//! shares the processors with the server.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use crate::Outcome;

/// A client, with or without a session.
pub(crate) struct Browser {
    stream: BufReader<TcpStream>,
    host: String,
    token: Option<String>,
    cookie: Option<String>,
    line: String,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Browser {
    pub(crate) fn connect(host: &str) -> Outcome<Self> {
        let stream = TcpStream::connect(host)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        Ok(Self {
            stream: BufReader::new(stream),
            host: host.to_owned(),
            token: None,
            cookie: None,
            line: String::new(),
        })
    }

    /// Sets the read timeout for responses that take long.
    pub(crate) fn wait_up_to(&self, patience: Duration) -> Outcome<()> {
        Ok(self.stream.get_ref().set_read_timeout(Some(patience))?)
    }

    pub(crate) fn with_token(self, token: &str) -> Self {
        Self {
            token: Some(token.to_owned()),
            ..self
        }
    }

    /// Returns the bytes of a JSON call, so that building them is not part of the measured time.
    pub(crate) fn prepare(&self, method: &str, path: &str, body: &str) -> Vec<u8> {
        self.prepare_as(method, path, "application/json", body.as_bytes())
    }

    /// Returns the bytes of a POST call with an idempotency key.
    pub(crate) fn prepare_once(&self, path: &str, key: &str, body: &str) -> Vec<u8> {
        let call = self.prepare("POST", path, body);
        let key = format!("idempotency-key: \"{key}\"\r\n");
        // Insert the key behind the request line.
        let line = call
            .windows(2)
            .position(|two| two == b"\r\n")
            .map_or(0, |end| end + 2);
        [&call[..line], key.as_bytes(), &call[line..]].concat()
    }

    /// Returns the bytes of a call with a body of this media type.
    pub(crate) fn prepare_as(&self, method: &str, path: &str, media: &str, body: &[u8]) -> Vec<u8> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.host);
        if let Some(token) = &self.token {
            let _ = write!(head, "authorization: Token {token}\r\n");
        }
        if let Some(cookie) = &self.cookie {
            let _ = write!(head, "cookie: {cookie}\r\n");
        }
        if !body.is_empty() {
            let _ = write!(
                head,
                "content-type: {media}\r\ncontent-length: {}\r\n",
                body.len()
            );
        }
        head.push_str("\r\n");
        let mut call = head.into_bytes();
        call.extend_from_slice(body);
        call
    }

    pub(crate) fn get(&mut self, path: &str) -> Outcome<Answer> {
        let call = self.prepare("GET", path, "");
        self.send(&call)
    }

    pub(crate) fn call(&mut self, method: &str, path: &str, body: &Value) -> Outcome<Answer> {
        let call = self.prepare(method, path, &body.to_string());
        self.send(&call)
    }

    /// Sends a call and reads the whole response.
    pub(crate) fn send(&mut self, call: &[u8]) -> Outcome<Answer> {
        self.stream.get_mut().write_all(call)?;
        self.read_line()?;
        let status = self.line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| format!("no answer of HTTP: {:?}", self.line))?;
        let mut length = 0;
        loop {
            self.read_line()?;
            if self.line.is_empty() {
                break;
            }
            let Some((name, value)) = self.line.split_once(':') else {
                continue;
            };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse()?;
            } else if name.eq_ignore_ascii_case("set-cookie") {
                let cookie = value.split(';').next().unwrap_or_default().trim();
                self.cookie = Some(cookie.to_owned());
            } else if name.eq_ignore_ascii_case("transfer-encoding") {
                return Err("the answer comes in chunks".into());
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok(Answer { status, body })
    }

    fn read_line(&mut self) -> Outcome<()> {
        self.line.clear();
        if self.stream.read_line(&mut self.line)? == 0 {
            return Err("the server hung up".into());
        }
        self.line.truncate(self.line.trim_end().len());
        Ok(())
    }
}

impl Answer {
    /// Returns the body of a successful response.
    pub(crate) fn json(&self) -> Outcome<Value> {
        if self.status == 200 || self.status == 201 {
            return Ok(serde_json::from_slice(&self.body)?);
        }
        Err(format!(
            "answered {}: {}",
            self.status,
            String::from_utf8_lossy(&self.body)
        )
        .into())
    }
}
