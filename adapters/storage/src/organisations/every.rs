//! The columns of organisations that Super Users see, with the search and the order of their list.

use aditus_application::organisations::views::{OrganisationRow, OrganisationSort};
use aditus_application::paging::Direction;
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::OrganisationId;
use aditus_domain::organisations::OrganisationDetails;
use diesel::prelude::*;

use crate::connection::MultiBackend;
use crate::dialect::contains;
use crate::schema::organisations;
use crate::search::Term;

type Organisations<'a> = organisations::BoxedQuery<'a, MultiBackend>;

/// The columns that a Super User enters.
#[derive(Insertable, AsChangeset, Queryable, Selectable)]
#[diesel(table_name = organisations, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(super) struct OrganisationColumns {
    name: String,
    domain: Option<String>,
    description: String,
    active: bool,
    country: String,
    abbreviation: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = organisations)]
pub(super) struct Stored {
    id: i64,
    #[diesel(embed)]
    columns: OrganisationColumns,
    row_version: i64,
}

impl From<OrganisationDetails> for OrganisationColumns {
    fn from(details: OrganisationDetails) -> Self {
        Self {
            name: details.name,
            domain: details.domain,
            description: details.description,
            active: details.active,
            country: details.country,
            abbreviation: details.abbreviation,
        }
    }
}

impl From<OrganisationColumns> for OrganisationDetails {
    fn from(columns: OrganisationColumns) -> Self {
        Self {
            name: columns.name,
            domain: columns.domain,
            description: columns.description,
            active: columns.active,
            country: columns.country,
            abbreviation: columns.abbreviation,
        }
    }
}

impl Stored {
    pub(super) fn view(self) -> OrganisationRow {
        OrganisationRow {
            org_id: OrganisationId(self.id),
            details: self.columns.into(),
            row_version: RowVersion(self.row_version),
        }
    }
}

pub(super) fn filtered(term: Option<&Term>) -> Organisations<'_> {
    let rows = organisations::table.into_boxed();
    match term {
        None => rows,
        Some(term) => rows.filter(contains(
            organisations::keywords,
            organisations::id,
            "organisations_keywords_fts",
            term,
        )),
    }
}

pub(super) fn sorted(
    rows: Organisations<'_>,
    sort: OrganisationSort,
    direction: Direction,
) -> Organisations<'_> {
    macro_rules! by {
        ($($column:expr),+) => {
            match direction {
                Direction::Ascending => rows.order(($($column.asc(),)+ organisations::id.asc())),
                Direction::Descending => rows.order(($($column.desc(),)+ organisations::id.desc())),
            }
        };
    }
    // Missing values come last in both directions. The databases order NULL differently by default.
    macro_rules! by_optional {
        ($column:expr, $key:expr) => {
            match direction {
                Direction::Ascending => {
                    rows.order(($column.is_null().asc(), $key.asc(), organisations::id.asc()))
                }
                Direction::Descending => rows.order((
                    $column.is_null().asc(),
                    $key.desc(),
                    organisations::id.desc(),
                )),
            }
        };
    }
    match sort {
        OrganisationSort::Name => by!(organisations::sort_key),
        OrganisationSort::Domain => by_optional!(organisations::domain_key, organisations::domain_key),
        OrganisationSort::Description => by!(organisations::description_sort_key),
        OrganisationSort::Country => by!(organisations::country_sort_key, organisations::sort_key),
        OrganisationSort::Abbreviation => {
            by_optional!(organisations::abbreviation, organisations::abbreviation_sort_key)
        }
        OrganisationSort::Active => by!(organisations::active, organisations::sort_key),
    }
}
