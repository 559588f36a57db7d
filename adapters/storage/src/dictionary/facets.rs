//! Condition for the properties of variables.

use aditus_application::dictionary::views::VariableFacets;
use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::sql_types::{BigInt, Bool, Date, Text};

use crate::connection::MultiBackend;
use crate::dialect::fragment_on;
use crate::schema::variables;

/// Condition that a variable has the properties of [`VariableFacets`].
#[derive(Debug, Clone)]
pub(super) struct FacetCondition {
    data_type: Option<String>,
    is_identifiable: Option<bool>,
    derived: Option<bool>,
    topic: Option<i64>,
    /// First and last day of the year.
    year: Option<(NaiveDate, NaiveDate)>,
}

impl FacetCondition {
    /// Returns `None` if there is no filter. No table has records of a year that the calendar does
    /// not know.
    pub(super) fn new(facets: &VariableFacets) -> Option<Self> {
        (*facets != VariableFacets::default()).then(|| {
            let day = |year, month, day| NaiveDate::from_ymd_opt(year, month, day).unwrap_or(NaiveDate::MIN);
            Self {
                data_type: facets.data_type.map(|data_type| data_type.name().to_owned()),
                is_identifiable: facets.is_identifiable,
                derived: facets.derived,
                topic: facets.topic.map(|topic| topic.0),
                year: facets.year.map(|year| (day(year, 1, 1), day(year, 12, 31))),
            }
        })
    }
}

impl QueryFragment<MultiBackend> for FacetCondition {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        out.push_sql("(1 = 1");
        if let Some(data_type) = &self.data_type {
            out.push_sql(" AND \"variables\".\"data_type\" = ");
            out.push_bind_param::<Text, String>(data_type)?;
        }
        for (column, value) in [
            ("is_identifiable", &self.is_identifiable),
            ("derived", &self.derived),
        ] {
            if let Some(value) = value {
                out.push_sql(" AND \"variables\".");
                out.push_identifier(column)?;
                out.push_sql(" = ");
                out.push_bind_param::<Bool, bool>(value)?;
            }
        }
        if let Some(topic) = &self.topic {
            out.push_sql(
                " AND \"variables\".\"table_id\" IN (SELECT \"topic_tables\".\"table_id\" FROM \"topic_tables\" \
                 INNER JOIN \"topics\" ON \"topics\".\"id\" = \"topic_tables\".\"topic_id\" \
                 WHERE \"topics\".\"active\" = ",
            );
            out.push_bind_param::<Bool, bool>(&true)?;
            out.push_sql(" AND \"topics\".\"id\" = ");
            out.push_bind_param::<BigInt, i64>(topic)?;
            out.push_sql(")");
        }
        if let Some((first, last)) = &self.year {
            out.push_sql(
                " AND \"variables\".\"table_id\" IN (SELECT \"id\" FROM \"dictionary_tables\" \
                 WHERE (\"poc_earliest_record\" <= ",
            );
            out.push_bind_param::<Date, NaiveDate>(last)?;
            out.push_sql(" AND \"poc_latest_record\" >= ");
            out.push_bind_param::<Date, NaiveDate>(first)?;
            out.push_sql(") OR (\"emc_earliest_record\" <= ");
            out.push_bind_param::<Date, NaiveDate>(last)?;
            out.push_sql(" AND \"emc_latest_record\" >= ");
            out.push_bind_param::<Date, NaiveDate>(first)?;
            out.push_sql("))");
        }
        out.push_sql(")");
        Ok(())
    }
}

fragment_on!(FacetCondition, Bool, variables::id);
