//! Read models of roles.

use aditus_application::paging::Paged;
use aditus_application::ports::StoreError;
use aditus_application::roles::views::{
    Administration, AssignedQuery, AssignedRow, OfferedQuery, OfferedRow, RoleViews, StatusLine,
};
use aditus_domain::ids::AssignedRoleId;

use super::{administration, assigned, histories, offered};
use crate::reading::Reading;

impl RoleViews for Reading {
    fn assigned(&mut self, query: &AssignedQuery) -> Result<Paged<AssignedRow>, StoreError> {
        self.run(|connection| assigned::page(connection, query))
    }

    fn administration(&mut self) -> Result<Administration, StoreError> {
        self.run(administration::read)
    }

    fn offered(&mut self, query: &OfferedQuery) -> Result<Paged<OfferedRow>, StoreError> {
        self.run(|connection| offered::page(connection, query))
    }

    fn histories(
        &mut self,
        assigned: &[AssignedRoleId],
    ) -> Result<Vec<(AssignedRoleId, StatusLine)>, StoreError> {
        self.run(|connection| histories::of(connection, assigned))
    }
}
