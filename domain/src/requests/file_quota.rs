//! How many bytes the files of one account may take.

use thiserror::Error;

use crate::review::OverallStatus;

/// The files of an account take as many bytes as they may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "Your files would take more than the {} MiB that one account has. Delete drafts that you no longer need, wait until your \
     Data Requests are decided on, or ask an administrator for more.",
    most / FileQuota::MIB
)]
pub struct NoRoomForFiles {
    /// The most bytes.
    pub most: u64,
}

/// The files that count: those of the account's drafts and Data Requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileQuota;

impl FileQuota {
    /// The bytes of a MiB.
    pub const MIB: u64 = 1024 * 1024;
    /// The bytes that an account has unless the deployer says otherwise.
    pub const DEFAULT_MOST: u64 = 1024 * Self::MIB;

    /// Returns true if files of Data Requests with this status count. A recalled one counts, because its requester alone could recall any number;
    /// one that staff approved or denied does not.
    pub const fn count_while(status: OverallStatus) -> bool {
        match status {
            OverallStatus::Pending | OverallStatus::Recalled => true,
            OverallStatus::Approved | OverallStatus::Denied => false,
        }
    }

    /// Refuses files of `more` bytes where `stored` bytes count already.
    pub const fn check(stored: u64, more: u64, most: u64) -> Result<(), NoRoomForFiles> {
        if stored.saturating_add(more) > most {
            return Err(NoRoomForFiles { most });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_fit_up_to_the_most() {
        assert_eq!(FileQuota::check(60, 40, 100), Ok(()));
        assert_eq!(FileQuota::check(60, 41, 100), Err(NoRoomForFiles { most: 100 }));
        assert_eq!(
            FileQuota::check(u64::MAX, 1, 100),
            Err(NoRoomForFiles { most: 100 })
        );
    }

    #[test]
    fn the_refusal_says_what_to_do() {
        let refused = NoRoomForFiles {
            most: FileQuota::DEFAULT_MOST,
        };
        assert_eq!(
            refused.to_string(),
            "Your files would take more than the 1024 MiB that one account has. Delete drafts that you no longer need, wait until \
             your Data Requests are decided on, or ask an administrator for more."
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
