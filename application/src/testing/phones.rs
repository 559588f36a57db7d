use std::collections::HashSet;
use std::sync::Mutex;

use aditus_domain::accounts::PhoneNumber;

use super::lock;
use crate::ports::PhoneRules;

/// Phone rules that accept every number except the listed ones.
#[derive(Debug, Default)]
pub struct ListedPhones(Mutex<HashSet<String>>);

impl ListedPhones {
    /// Makes this number invalid.
    pub fn invalidate(&self, phone: &str) {
        lock(&self.0).insert(phone.to_owned());
    }
}

impl PhoneRules for ListedPhones {
    fn canonical(&self, phone: &PhoneNumber) -> Option<PhoneNumber> {
        let is_invalid = lock(&self.0).contains(phone.as_str());
        (!is_invalid).then(|| phone.clone())
    }
}
