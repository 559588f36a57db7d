//! Reference data of the wizard (2 §3).

use aditus_application::requests::views::FacilityNode;
use serde::Serialize;
use utoipa::ToSchema;

/// A purpose. The id 3 is Other.
#[derive(Serialize, ToSchema)]
pub(crate) struct PurposeOptionBody {
    pub purpose_id: i64,
    pub purpose: String,
}

/// An ethics committee.
#[derive(Serialize, ToSchema)]
pub(crate) struct IrbBody {
    pub irb_id: i64,
    pub irb_name: String,
}

/// A node of the facility tree: region, district, facility.
#[derive(Serialize, ToSchema)]
pub(crate) struct FacilityBody {
    pub facility_id: i64,
    pub label: String,
    /// The districts of a region, or the facilities of a district.
    #[schema(no_recursion)]
    pub children: Vec<FacilityBody>,
}

impl From<FacilityNode> for FacilityBody {
    fn from(node: FacilityNode) -> Self {
        Self {
            facility_id: node.facility_id.0,
            label: node.label,
            children: node.children.into_iter().map(Self::from).collect(),
        }
    }
}
