//! Verification of the audit log in tests.

use crate::audit::verify::{self, VerifyEvent};
use crate::integrity::scan::Finding;
use crate::ports::Ports;

/// Returns all findings of `aditus audit verify`, ordered by subject.
///
/// # Panics
/// Panics if the verification could not be completed.
#[expect(clippy::expect_used, reason = "a panic is how a test ends")]
pub fn verified(ports: &Ports) -> Vec<Finding> {
    let mut findings = Vec::new();
    verify::execute(ports, &mut |event| {
        if let VerifyEvent::Done(finding) = event {
            findings.push(finding);
        }
    })
    .expect("everything is verified");
    findings
}
