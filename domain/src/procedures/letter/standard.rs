//! The standard template, used by procedures without their own.

use super::LetterTemplate;

const HEADING: &str = "Approval of Data Request {{request_reference}}";

const BODY: &str = "\
{{provider}}
{{letter_date}}
Letter {{letter_number}}

Dear {{requester_name}},

Your Data Request {{request_reference}}, \"{{request_title}}\", which you submitted on {{submitted_on}} for {{requester_organisation}}, \
has been approved under the procedure \"{{procedure}}\".

Data sources: {{data_sources}}
Variables: {{variable_count}}
Purposes: {{purposes}}
Principal: {{principal_name}}, {{principal_institution}}
Ethics committee: {{ethics_committee}}, protocol {{protocol_reference}}

These decisions were made:
{{decisions}}

The data may be used for the purposes named above and by the people named in the request alone. Sharing it further, or using it \
for anything else, needs a new approval.

{{provider}}";

/// Returns the template that ships with the product.
pub fn standard_template() -> LetterTemplate {
    LetterTemplate::built_in(HEADING, BODY)
}
