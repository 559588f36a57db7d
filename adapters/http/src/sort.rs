//! Sorting of lists, in query strings and in the OpenAPI document (decisions, "The calls").

use std::marker::PhantomData;

use aditus_application::paging::Direction;
use serde::{Deserialize, Deserializer};
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Required, Schema};

use crate::problem::Problem;

/// The sort columns of a list.
pub(crate) trait Columns: Copy + Default + 'static {
    /// The columns with their names in the API. The default order may be unnamed.
    const COLUMNS: &'static [(&'static str, Self)];
}

/// A requested order: the name of a column, with a leading minus for descending order.
pub(crate) struct Sort<C>(String, PhantomData<C>);

impl<'de, C> Deserialize<'de> for Sort<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self(text, PhantomData))
    }
}

impl<C: Columns> Sort<C> {
    /// Returns the schema of all orders for the OpenAPI document.
    pub(crate) fn schema() -> RefOr<Schema> {
        let names = C::COLUMNS
            .iter()
            .flat_map(|(name, _)| [(*name).to_owned(), format!("-{name}")]);
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(names))
            .into()
    }
}

/// Returns the parameters of all lists for the OpenAPI document. `IntoParams` cannot be derived for
/// generic queries.
pub(crate) fn parameters<C: Columns>() -> Vec<Parameter> {
    let parameter = |name, description, schema| parameter(name, description, Required::False, schema);
    let number = || -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(0))
            .into()
    };
    let text: RefOr<Schema> = ObjectBuilder::new().schema_type(Type::String).into();
    vec![
        parameter("search", "Text in what the list shows.", text),
        parameter(
            "sort",
            "A column; with a minus in front the other way round.",
            Sort::<C>::schema(),
        ),
        parameter("page", "Counted from 1.", number()),
        parameter("page_size", "Rows on a page, at most 100.", number()),
    ]
}

/// Returns the parameter with the id of the parent record for the OpenAPI document.
pub(crate) fn id_parameter(name: &str, description: &str, required: Required) -> Parameter {
    let id = ObjectBuilder::new().schema_type(Type::Integer);
    parameter(name, description, required, id.into())
}

fn parameter(name: &str, description: &str, required: Required, schema: RefOr<Schema>) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Query)
        .required(required)
        .description(Some(description))
        .schema(Some(schema))
        .build()
}

/// Returns the requested column and direction, or the default order.
pub(crate) fn sorted_by<C: Columns>(sort: Option<Sort<C>>) -> Result<(C, Direction), Problem> {
    sorted_or(sort, (C::default(), Direction::Ascending))
}

/// Returns the requested column and direction, or `default`.
pub(crate) fn sorted_or<C: Columns>(
    sort: Option<Sort<C>>,
    default: (C, Direction),
) -> Result<(C, Direction), Problem> {
    let typed = sort.map(|Sort(text, _)| text).unwrap_or_default();
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(default);
    }
    let (name, direction) = match typed.strip_prefix('-') {
        Some(name) => (name, Direction::Descending),
        None => (typed, Direction::Ascending),
    };
    let column = C::COLUMNS.iter().find(|(known, _)| *known == name);
    column.map(|(_, column)| (*column, direction)).ok_or_else(|| {
        let names: Vec<&str> = C::COLUMNS.iter().map(|(name, _)| *name).collect();
        let message = format!("This list can be sorted by {}.", names.join(", "));
        Problem::field("sort", message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, Default, PartialEq)]
    enum Column {
        #[default]
        Name,
        Role,
    }

    impl Columns for Column {
        const COLUMNS: &'static [(&'static str, Self)] = &[("name", Self::Name), ("role", Self::Role)];
    }

    fn requested(text: &str) -> Sort<Column> {
        Sort(text.to_owned(), PhantomData)
    }

    #[test]
    fn a_minus_reverses_the_order_and_unknown_columns_are_rejected() {
        assert_eq!(
            sorted_by::<Column>(None).unwrap(),
            (Column::Name, Direction::Ascending)
        );
        assert_eq!(
            sorted_by(Some(requested(" "))).unwrap(),
            (Column::Name, Direction::Ascending)
        );
        assert_eq!(
            sorted_by(Some(requested("role"))).unwrap(),
            (Column::Role, Direction::Ascending)
        );
        assert_eq!(
            sorted_by(Some(requested("-name"))).unwrap(),
            (Column::Name, Direction::Descending)
        );
        let refused = format!("{:?}", sorted_by(Some(requested("id"))).unwrap_err());
        assert!(
            refused.contains("This list can be sorted by name, role."),
            "{refused}"
        );
    }

    #[test]
    fn the_document_lists_every_order() {
        let schema = serde_json::to_value(Sort::<Column>::schema()).unwrap();
        assert_eq!(
            schema["enum"],
            serde_json::json!(["name", "-name", "role", "-role"])
        );
    }
}
