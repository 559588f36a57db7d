//! Tests of the configuration of passkeys, and of the line of `check` about them (decisions O6, O7).

use serde_json::json;

use crate::installation::{Installation, Server, stderr_text, stdout_text};

/// Returns the line of `check` about passkeys, and the exit code.
fn checked(installation: &Installation) -> (String, Option<i32>) {
    let output = installation.run(&["check"]);
    let text = stdout_text(&output);
    let lines: Vec<&str> = text.lines().filter(|line| line.contains(" passkeys: ")).collect();
    (lines.join("\n"), output.status.code())
}

#[test]
fn check_names_the_host_to_which_passkeys_belong() {
    for mut installation in Installation::on_both() {
        installation.create_super_user();
        installation.configure("ADITUS_PUBLIC_URL", "https://data.health.example:8443/");
        for (ways, confirmed_by) in [
            ("code", "a mailed code"),
            ("passkey", "a passkey"),
            ("code, passkey", "a mailed code or a passkey"),
        ] {
            installation.configure("ADITUS_DECISIONS_CONFIRM_BY", ways);
            let (line, code) = checked(&installation);
            assert_eq!(
                line,
                format!(
                    "OK     passkeys: they belong to data.health.example and work at no other host name; decisions are confirmed by {confirmed_by}"
                )
            );
            assert_eq!(code, Some(0));
        }
    }
}

#[test]
fn check_warns_if_decisions_cannot_be_confirmed_by_passkey_at_the_public_address() {
    let mut installation = Installation::on_sqlite();
    installation.create_super_user();
    installation.configure("ADITUS_PUBLIC_URL", "https://10.0.0.7");
    let none = "passkeys: browsers have none at https://10.0.0.7: they need https:// and a host name, or http://localhost";
    let (line, code) = checked(&installation);
    assert_eq!((line, code), (format!("OK     {none}"), Some(0)));

    installation.configure("ADITUS_DECISIONS_CONFIRM_BY", "code, passkey");
    let (line, code) = checked(&installation);
    assert_eq!(
        line,
        format!(
            "WARN   {none}; decisions are confirmed by a mailed code alone; check ADITUS_PUBLIC_URL, or set ADITUS_DECISIONS_CONFIRM_BY to code"
        )
    );
    assert_eq!(code, Some(0));
}

#[test]
fn server_refuses_to_start_if_passkeys_alone_confirm_decisions_and_browsers_have_none() {
    let mut installation = Installation::on_sqlite();
    installation.configure("ADITUS_PUBLIC_URL", "http://data.health.example");
    installation.configure("ADITUS_DECISIONS_CONFIRM_BY", "passkey");
    let refused = installation.run(&["serve"]);
    let text = stderr_text(&refused);
    assert_eq!(refused.status.code(), Some(2), "{text}");
    assert!(
        text.contains(
            "ADITUS_DECISIONS_CONFIRM_BY: decisions.confirm_by cannot be passkey alone, because browsers have no passkeys at \
             http://data.health.example: they need https:// and a host name, or http://localhost"
        ),
        "{text}"
    );
}

#[test]
fn passkey_calls_return_409_at_an_address_without_passkeys() {
    for mut installation in Installation::on_both() {
        installation.configure("ADITUS_PUBLIC_URL", "https://10.0.0.7");
        let server = Server::start(&installation, &[]);
        let begin = "/api/v1/users/signin/passkey/options/";
        let (status, refused) = server.call("POST", begin, None, None);
        assert_eq!(status, 409, "{refused}");
        assert_eq!(refused["reason"], json!("passkeys_unavailable"), "{refused}");
        assert_eq!(server.end("-TERM"), Some(0));
    }
}

#[test]
fn options_of_a_passkey_name_the_host_of_the_public_address() {
    for mut installation in Installation::on_both() {
        installation.configure("ADITUS_PUBLIC_URL", "https://data.health.example:8443");
        let server = Server::start(&installation, &[]);
        let call = "/api/v1/users/signin/passkey/options/";
        let (status, answer) = server.call("POST", call, None, None);
        assert_eq!(status, 200, "{answer}");
        let options = &answer["data"]["options"];
        assert_eq!(options["rpId"], json!("data.health.example"), "{answer}");
        assert_eq!(options["userVerification"], json!("required"), "{answer}");
        assert_eq!(server.end("-TERM"), Some(0));
    }
}
