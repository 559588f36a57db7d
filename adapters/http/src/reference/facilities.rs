//! Regions, districts and facilities.

use aditus_application::reference::places::PlaceRecords;
use aditus_application::reference::views::{PlaceQuery, PlaceRecord, PlaceSort};
use aditus_domain::ids::FacilityId;
use aditus_domain::reference::{Level, RawPlace};
use serde::{Deserialize, Serialize};
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Required, Schema};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::PAGE_SIZE;
use crate::problem::Problem;
use crate::records::{ListParameters, RecordsQuery, record_calls};
use crate::sort::{Columns, Sort, parameters};

pub(super) use calls::configure;

impl Columns for PlaceSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[("label", Self::Name), ("active", Self::Active)];
}

#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlacesQuery {
    /// Only places of this level.
    pub level: Option<String>,
    /// Only the children of this place.
    pub parent_id: Option<i64>,
    /// A text that the name contains.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// A column; a leading minus sorts in descending order.
    pub sort: Option<Sort<PlaceSort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

impl IntoParams for PlacesQuery {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let parameter = |name: &str, description: &str, schema: RefOr<Schema>| {
            ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Query)
                .required(Required::False)
                .description(Some(description))
                .schema(Some(schema))
                .build()
        };
        let levels = ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(Level::ALL.map(Level::name)));
        let own = vec![
            parameter("level", "Those of one level only.", levels.into()),
            parameter(
                "parent_id",
                "Those that stand in this place only.",
                ObjectBuilder::new().schema_type(Type::Integer).into(),
            ),
        ];
        [own, parameters::<PlaceSort>()].concat()
    }
}

impl ListParameters for PlacesQuery {
    type Query = PlaceQuery;

    fn read(self, page_size: u32) -> Result<PlaceQuery, Problem> {
        let level = self.level.as_deref().map(Level::parse).transpose();
        let list = RecordsQuery {
            search: self.search,
            sort: self.sort,
            page: self.page,
            page_size: self.page_size,
        };
        Ok(PlaceQuery {
            level: level.map_err(|error| Problem::field("level", error.to_string()))?,
            parent: self.parent_id.map(FacilityId),
            list: list.read(page_size)?,
        })
    }
}

/// A region, a district or a facility, as a Super User sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlaceRecordBody {
    pub facility_id: i64,
    pub label: String,
    #[schema(example = "Facility")]
    pub level: String,
    /// The id of the parent place; null for a region.
    pub parent_id: Option<i64>,
    /// The name of the region of a district or facility.
    pub region: Option<String>,
    /// The name of the district of a facility.
    pub district: Option<String>,
    /// The number of places in it.
    pub held: u64,
    /// 1 for an active place, 0 for a deactivated one.
    pub active: i64,
    /// True if requests may select it: the place and its parents are active.
    pub is_offered: bool,
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
}

/// The form of a place.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaceInputBody {
    /// Required for a new place. An existing place keeps its level, which may be omitted.
    pub level: Option<String>,
    /// The id of the parent: the region of a district, or the district of a facility. In a change,
    /// a missing field keeps the parent.
    pub parent_id: Option<i64>,
    pub label: Option<String>,
    /// Deactivate (0) or Activate (1). Defaults to 1 for a new place. In a change, a missing field
    /// keeps the value.
    pub active: Option<i64>,
    /// The `row_version` that was read. If a newer version was saved since, the change fails with
    /// 409 (conflict). Without it, there is no check for conflicts.
    #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
    pub row_version: Option<i64>,
}

/// The id of a place.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlaceIdBody {
    pub facility_id: i64,
}

impl From<PlaceRecord> for PlaceRecordBody {
    fn from(record: PlaceRecord) -> Self {
        Self {
            facility_id: record.place.id.0,
            label: record.place.label,
            level: record.place.level.name().to_owned(),
            parent_id: record.place.parent.map(|parent| parent.0),
            region: record.region,
            district: record.district,
            held: record.held,
            active: i64::from(record.place.active),
            is_offered: record.is_offered,
            row_version: record.row_version.0,
        }
    }
}

impl From<PlaceInputBody> for RawPlace {
    fn from(body: PlaceInputBody) -> Self {
        Self {
            level: body.level,
            parent: body.parent_id,
            label: body.label.unwrap_or_default(),
            active: body.active,
        }
    }
}

record_calls! {
    PlaceRecords, FacilityId as "id", tag "administration";

    /// Lists regions, districts and facilities, offered or not.
    ///
    /// For Super Users.
    list places at "/reference_data/facilities": PlacesQuery by PAGE_SIZE -> PlaceRecordBody;

    /// Adds a region, a district or a facility.
    ///
    /// For Super Users.
    add add_place at "/reference_data/facilities": PlaceInputBody
        -> 201 PlaceRecordBody "Successfully created the place",
        409 "another place has this name there";

    /// Returns a region, district or facility.
    ///
    /// For Super Users.
    one place at "/reference_data/facilities/{id}" -> PlaceRecordBody;

    /// Renames, moves, deactivates or activates a place.
    ///
    /// For Super Users.
    change change_place at "/reference_data/facilities/{id}": PlaceInputBody
        -> PlaceIdBody { facility_id } "Successfully updated the place",
        409 "another place has this name there, or someone else has saved it";

    /// Deletes a place without children that no request uses.
    ///
    /// For Super Users.
    remove remove_place at "/reference_data/facilities/{id}", 409 "others stand in it, or requests name it";
}
