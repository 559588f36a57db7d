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
use crate::records::{RecordsQuery, WantedRecords, record_calls};
use crate::sort::{Columns, Sort, parameters};

pub(super) use calls::configure;

impl Columns for PlaceSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[("label", Self::Name), ("active", Self::Active)];
}

/// Which places are wanted.
#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlacesQuery {
    /// Those of one level only.
    pub level: Option<String>,
    /// Those that stand in this place only.
    pub parent_id: Option<i64>,
    /// Text in the name.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// A column; with a minus in front the other way round.
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

impl WantedRecords for PlacesQuery {
    type Wanted = PlaceQuery;

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
    /// What it stands in; null for a region.
    pub parent_id: Option<i64>,
    /// The name of the region that a district or a facility stands in.
    pub region: Option<String>,
    /// The name of the district that a facility stands in.
    pub district: Option<String>,
    /// How many places stand in it.
    pub held: u64,
    /// 1, or 0 for one that is deactivated.
    pub active: i64,
    /// Whether requests may choose it: it is active, and so is what it stands in.
    pub is_offered: bool,
    /// The version of this state, which a change names.
    pub row_version: i64,
}

/// What is typed of a place.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaceInputBody {
    /// A new place has one. Another keeps its own, which may be left out.
    pub level: Option<String>,
    /// What it stands in: the region of a district, the district of a facility. Without it a place that is there stays where it is.
    pub parent_id: Option<i64>,
    pub label: Option<String>,
    /// Deactivate (0) or Activate (1). Without it a new place is active, and another one stays as it is.
    pub active: Option<i64>,
    /// The version that was read, which a change names; somebody else has saved a newer one: 409. Without it nobody asks.
    #[validate(range(min = 1, message = "A version is a number from 1 on."))]
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

    /// Regions, districts and facilities, offered or not. For Super Users.
    list places at "/reference_data/facilities": PlacesQuery by PAGE_SIZE -> PlaceRecordBody;

    /// Adds a region, a district or a facility. For Super Users.
    add add_place at "/reference_data/facilities": PlaceInputBody
        -> 201 PlaceRecordBody "Successfully created the place",
        409 "another place has this name there";

    /// One region, district or facility. For Super Users.
    one place at "/reference_data/facilities/{id}" -> PlaceRecordBody;

    /// Renames, moves, deactivates or activates a place. For Super Users.
    change change_place at "/reference_data/facilities/{id}": PlaceInputBody
        -> PlaceIdBody { facility_id } "Successfully updated the place",
        409 "another place has this name there, or somebody else has saved it";

    /// Deletes a place that holds no other, and that no request names. For Super Users.
    remove remove_place at "/reference_data/facilities/{id}", 409 "others stand in it, or requests name it";
}
