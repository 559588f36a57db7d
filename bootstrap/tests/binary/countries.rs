//! Tests of the country lookup by the caller's address, with a file that the deployer configures
//! (decisions A7).

use std::io::{Read, Write};
use std::net::TcpStream;

use aditus_system::testing::country_file;

use crate::installation::{Installation, Server, stderr_text, stdout_text};

/// Returns the default country of a caller, whose address a proxy on this machine forwards.
fn country(server: &Server, caller: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port().parse().unwrap())).unwrap();
    write!(
        stream,
        "GET /api/v1/users/country/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Forwarded-For: {caller}\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    body["data"][0]["code"].as_str().unwrap().to_owned()
}

#[test]
fn the_country_of_the_callers_address_comes_first() {
    let mut installation = Installation::on_sqlite();
    let file = installation.data("countries.mmdb");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, country_file("Test-Country", &[("203.0.113.0", 24, "KE")])).unwrap();
    installation.configure("ADITUS_GEOIP_FILE", file.to_str().unwrap());
    installation.configure("ADITUS_COUNTRY", "TZ");
    installation.configure("ADITUS_TRUSTED_PROXIES", "127.0.0.1");
    let server = Server::start(&installation, &[]);
    assert_eq!(country(&server, "203.0.113.9"), "KE");
    assert_eq!(country(&server, "198.51.100.1"), "TZ");
    assert_eq!(country(&server, "10.0.0.1"), "TZ");
    assert_eq!(server.end("-TERM"), Some(0));
    let text = stdout_text(&installation.run(&["check"]));
    let expected = format!("OK     countries: addresses are looked up in {}", file.display());
    assert!(text.contains(&expected), "{text}");
}

#[test]
fn an_unusable_file_of_countries_is_named_at_the_start_and_by_check() {
    let mut installation = Installation::on_sqlite();
    assert_eq!(installation.run(&["migrate"]).status.code(), Some(0));
    let broken = installation.data("broken.mmdb");
    let whole = country_file("Test-Country", &[("203.0.113.0", 24, "KE")]);
    std::fs::write(&broken, &whole[..whole.len() / 2]).unwrap();
    for file in [broken, installation.data("missing.mmdb")] {
        installation.configure("ADITUS_GEOIP_FILE", file.to_str().unwrap());
        let expected = format!("ADITUS_GEOIP_FILE: {} cannot be used", file.display());
        let served = installation.run(&["serve"]);
        assert_eq!(served.status.code(), Some(2));
        assert!(
            stderr_text(&served).contains(&expected),
            "{}",
            stderr_text(&served)
        );
        let checked = installation.run(&["check"]);
        assert_eq!(checked.status.code(), Some(1));
        assert!(
            stdout_text(&checked).contains(&expected),
            "{}",
            stdout_text(&checked)
        );
    }
}
