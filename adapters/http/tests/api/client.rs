//! A simple HTTP client for the API, similar to a browser.

use serde_json::Value;
use ureq::http::{Method, Request};

/// A client of the API, signed in or not.
#[derive(Clone)]
pub struct Client {
    agent: ureq::Agent,
    base: String,
    authorization: Option<String>,
}

/// The answer to a call.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: ureq::http::HeaderMap,
    pub bytes: Vec<u8>,
}

impl Client {
    pub fn new(base: String) -> Self {
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .into();
        Self {
            agent,
            base,
            authorization: None,
        }
    }

    /// Returns the same client with a session.
    pub fn with_token(&self, token: &str) -> Self {
        self.with_authorization(&format!("Token {token}"))
    }

    /// Returns the same client with this authorization header.
    pub fn with_authorization(&self, header: &str) -> Self {
        Self {
            authorization: Some(header.to_owned()),
            ..self.clone()
        }
    }

    /// Returns the same session on the server of another client, which has the same database.
    pub fn moved_to(&self, other: &Self) -> Self {
        Self {
            base: other.base.clone(),
            ..self.clone()
        }
    }

    /// Returns the authorization header of the session.
    pub fn authorization(&self) -> &str {
        self.authorization.as_deref().unwrap_or_default()
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None, &[])
    }

    /// Sends a GET with these headers.
    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send_with("GET", path, headers, None)
    }

    pub fn call(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.send(
            method,
            path,
            Some("application/json"),
            body.to_string().as_bytes(),
        )
    }

    /// Sends a call with these additional headers.
    pub fn call_with(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &Value) -> Answer {
        let headers = [headers, &[("content-type", "application/json")]].concat();
        self.send_with(method, path, &headers, Some(body.to_string().as_bytes()))
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.call("POST", path, body)
    }

    pub fn put(&self, path: &str, body: &Value) -> Answer {
        self.call("PUT", path, body)
    }

    pub fn patch(&self, path: &str, body: &Value) -> Answer {
        self.call("PATCH", path, body)
    }

    /// Sends any bytes. Paths that begin with a slash are used verbatim, others below `/api/v1/`.
    pub fn send(&self, method: &str, path: &str, content_type: Option<&str>, body: &[u8]) -> Answer {
        match content_type {
            Some(media) => self.send_with(method, path, &[("content-type", media)], Some(body)),
            None => self.send_with(method, path, &[], None),
        }
    }

    /// Sends any bytes with these headers.
    pub fn send_with(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Answer {
        let path = if path.starts_with('/') {
            path.to_owned()
        } else {
            format!("/api/v1/{path}")
        };
        let path = path
            .replace(' ', "%20")
            .replace('"', "%22")
            .replace('[', "%5B")
            .replace(']', "%5D");
        let mut request = Request::builder()
            .method(Method::from_bytes(method.as_bytes()).unwrap())
            .uri(format!("{}{path}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(authorization) = &self.authorization {
            request = request.header("authorization", authorization);
        }
        let response = match body {
            Some(body) => self.agent.run(request.body(body).unwrap()),
            None => self.agent.run(request.body(()).unwrap()),
        };
        let mut response = response.unwrap();
        Answer {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            bytes: response
                .body_mut()
                .with_config()
                .limit(100_000_000)
                .read_to_vec()
                .unwrap(),
        }
    }
}

impl Answer {
    /// Returns the body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes)
            .unwrap_or_else(|_| panic!("no JSON: {}", String::from_utf8_lossy(&self.bytes)))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// Returns the cookie that the answer sets, as a browser would send it back.
    pub fn cookie(&self) -> String {
        let header = self.header("set-cookie").unwrap();
        header.split_once(';').unwrap().0.to_owned()
    }

    /// Asserts the status and returns the payload.
    #[track_caller]
    pub fn data(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.bytes));
        let body = self.json();
        assert_eq!(body["code"], status);
        body["data"].clone()
    }

    /// Asserts a refusal with this status and message, in the envelope, and no server error.
    #[track_caller]
    pub fn refuses(&self, status: u16, message: &str) -> Value {
        let body = self.json();
        assert_eq!(
            (self.status, body["message"].as_str()),
            (status, Some(message)),
            "{body}"
        );
        assert!(
            body["code"].is_u64() && body["reason"].is_string() && body["call_id"].is_string(),
            "{body}"
        );
        body
    }

    /// Asserts the reason of a refusal and returns its params.
    #[track_caller]
    pub fn because(&self, reason: &str) -> Value {
        let body = self.json();
        assert_eq!(body["reason"], reason, "{body}");
        body["params"].clone()
    }

    /// Asserts a refusal with this status and message, and the same message at this field.
    #[track_caller]
    pub fn refuses_field(&self, status: u16, field: &str, message: &str) {
        let body = self.refuses(status, message);
        assert_eq!(body["errors"][field][0], message, "{body}");
    }

    /// Asserts that the errors name exactly these fields.
    #[track_caller]
    pub fn names_fields(&self, fields: &[&str]) {
        assert_eq!(self.status, 400, "{}", self.json());
        let body = self.json();
        let mut named: Vec<_> = body["errors"].as_object().unwrap().keys().collect();
        let mut expected = fields.to_vec();
        named.sort();
        expected.sort_unstable();
        assert_eq!(named, expected, "{body}");
    }

    /// Asserts a refusal with this status, this code in the body and this message.
    #[track_caller]
    pub fn refuses_with_code(&self, status: u16, code: u16, message: &str) {
        let body = self.refuses(status, message);
        assert_eq!(body["code"], code);
    }
}
