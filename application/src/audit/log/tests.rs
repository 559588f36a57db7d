//! The origin of a log.

use super::signing::origin;

#[test]
fn a_log_is_called_by_the_public_address_without_its_scheme() {
    assert_eq!(origin("https://aditus.example"), "aditus.example/log");
    assert_eq!(origin("http://localhost:8080/"), "localhost:8080/log");
    assert_eq!(origin("https://data.example/aditus"), "data.example/aditus/log");
}
