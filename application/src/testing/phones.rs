use std::collections::HashSet;
use std::sync::Mutex;

use aditus_domain::accounts::PhoneNumber;

use super::lock;
use crate::ports::PhoneRules;

/// Takes every number to exist but those it is told of.
#[derive(Debug, Default)]
pub struct ListedPhones(Mutex<HashSet<String>>);

impl ListedPhones {
    /// From now on this number does not exist.
    pub fn strike(&self, phone: &str) {
        lock(&self.0).insert(phone.to_owned());
    }
}

impl PhoneRules for ListedPhones {
    fn canonical(&self, phone: &PhoneNumber) -> Option<PhoneNumber> {
        let struck = lock(&self.0).contains(phone.as_str());
        (!struck).then(|| phone.clone())
    }
}
