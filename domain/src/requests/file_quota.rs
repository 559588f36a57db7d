//! The storage quota for the files of an account.

use thiserror::Error;

use crate::review::OverallStatus;

/// The files of an account would exceed its quota.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "Your files would take more than the {} MiB that your account has. Delete drafts that you no longer need, wait until your Data \
     Requests are decided, or ask an administrator for more.",
    max / FileQuota::MIB
)]
pub struct FileQuotaExceeded {
    /// The quota in bytes.
    pub max: u64,
}

/// The storage quota of an account. It covers the files of its drafts and of some of its Data
/// Requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileQuota;

impl FileQuota {
    /// The number of bytes in a MiB.
    pub const MIB: u64 = 1024 * 1024;
    /// The default quota in bytes.
    pub const DEFAULT_MAX: u64 = 1024 * Self::MIB;

    /// Returns true if the files of Data Requests with this status count. Those of recalled
    /// requests count, because requesters could otherwise free their quota by recalling requests.
    /// Those of requests that staff approved or denied do not.
    pub const fn count_while(status: OverallStatus) -> bool {
        match status {
            OverallStatus::Pending | OverallStatus::Recalled => true,
            OverallStatus::Approved | OverallStatus::Denied => false,
        }
    }

    /// Returns an error if `stored` bytes and `more` bytes together exceed the quota `max`.
    pub const fn check(stored: u64, more: u64, max: u64) -> Result<(), FileQuotaExceeded> {
        if stored.saturating_add(more) > max {
            return Err(FileQuotaExceeded { max });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_accepted_up_to_the_quota() {
        assert_eq!(FileQuota::check(60, 40, 100), Ok(()));
        assert_eq!(FileQuota::check(60, 41, 100), Err(FileQuotaExceeded { max: 100 }));
        assert_eq!(
            FileQuota::check(u64::MAX, 1, 100),
            Err(FileQuotaExceeded { max: 100 })
        );
    }

    #[test]
    fn the_quota_error_contains_advice() {
        let refused = FileQuotaExceeded {
            max: FileQuota::DEFAULT_MAX,
        };
        assert_eq!(
            refused.to_string(),
            "Your files would take more than the 1024 MiB that your account has. Delete drafts that you no longer need, wait until \
             your Data Requests are decided, or ask an administrator for more."
        );
    }

    #[test]
    fn files_of_decided_requests_do_not_count() {
        let counted: Vec<_> = OverallStatus::ALL
            .iter()
            .filter(|status| FileQuota::count_while(**status))
            .collect();
        assert_eq!(counted, [&OverallStatus::Recalled, &OverallStatus::Pending]);
    }
}
