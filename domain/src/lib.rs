//! The rules of Aditus, and nothing else: no I/O, no clock, no randomness, no serialisation.
//!
//! Every value that exists is valid (private field, one `parse`, a typed error whose `Display` is the message of the
//! specification); every state is an enum; a transition that is not allowed is an `Err` and changes nothing.
//! Time is always a parameter.
//!
//! Whoever wants the rules alone depends on this crate alone. A request's way through the procedure that comes with Aditus, from its
//! submission to its approval:
//!
//! ```
//! use aditus_domain::ids::{AssignedRoleId, OrganisationRoleId, UserId};
//! use aditus_domain::procedures::default_procedure;
//! use aditus_domain::review::{Attendant, Chain, Decision, OverallStatus, StartError, Terms};
//! use chrono::{DateTime, Utc};
//!
//! /// A person, and the role in which they act; where both come from is up to whoever uses the crate.
//! fn person(id: i64, org_role: OrganisationRoleId) -> Attendant {
//!     Attendant { user: UserId(id), assigned_role: AssignedRoleId(id), org_role }
//! }
//!
//! fn main() -> Result<(), StartError> {
//!     let now = DateTime::<Utc>::UNIX_EPOCH;
//!     let terms = Terms { four_eyes: true, ..Terms::default() };
//!     let procedure = default_procedure();
//!     let valid = procedure.validate().expect("the default procedure has no fault");
//!     let org_role = |role: aditus_domain::roles::Role| Some(OrganisationRoleId(role.rank().into()));
//!     let requester = person(1, OrganisationRoleId(100));
//!
//!     let (mut chain, _events) = Chain::start(&valid, org_role, requester, now)?;
//!     while let Some(stage) = chain.waiting_for().first().map(|stage| (stage.number, stage.org_role)) {
//!         let (number, org_role) = stage;
//!         let by = person(100 + i64::from(number.0), org_role);
//!         // The requester never decides, whoever else may.
//!         assert!(chain.decide(number, approval(), &requester, terms, now).is_err());
//!         let events = chain.decide(number, approval(), &by, terms, now).expect("it is this person's turn");
//!         assert!(!events.is_empty(), "what happened is for the caller to store and to tell");
//!     }
//!     assert_eq!(chain.status(), OverallStatus::Approved);
//!     Ok(())
//! }
//!
//! fn approval() -> Decision {
//!     Decision::parse(true, None, None, false).expect("an approval needs no words")
//! }
//! ```

pub mod accounts;
pub mod audit;
pub mod csv;
pub mod dictionary;
pub mod feedback;
pub mod form;
pub mod ids;
pub mod information;
pub mod limits;
pub mod notifications;
pub mod organisations;
pub mod percentage;
pub mod plain_name;
pub mod procedures;
pub mod reference;
pub mod requests;
pub mod review;
pub mod roles;
