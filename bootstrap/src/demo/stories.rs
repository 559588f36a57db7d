//! The stories of the demonstration's requests: at least one for every state.

use aditus_domain::review::Section;

/// A request and its later steps.
pub(super) struct Story {
    pub(super) title: &'static str,
    /// The part of the requester's email address before the @.
    pub(super) by: &'static str,
    pub(super) source: &'static str,
    /// The tables whose variables are requested.
    pub(super) tables: &'static [&'static str],
    pub(super) description: &'static str,
    /// The number of days since the submission.
    pub(super) days_ago: i64,
    /// The later steps, each with the hours since the previous one.
    pub(super) steps: &'static [(i64, Step)],
}

/// A step in the life of a request.
pub(super) enum Step {
    /// The person of the current stage approved, with this recommendation unless it is empty.
    Approve(&'static str),
    /// The person of the current stage denied.
    Deny {
        reason: &'static str,
        recommendation: &'static str,
    },
    /// The person of the current stage commented.
    Comment(Section, &'static str),
    /// The person of the current stage commented and demanded action.
    Demand(Section, &'static str),
    /// The requester replied to the last comment.
    Reply(&'static str),
    /// The requester resolved the last comment.
    Resolve,
    /// The requester recalled the request.
    Recall,
    /// The requester resubmitted the request, with this note.
    Resubmit(&'static str),
    /// The requester gave feedback.
    Feedback(&'static Opinion),
}

/// The feedback of a requester.
pub(super) struct Opinion {
    pub(super) experience: &'static str,
    pub(super) recommend: &'static str,
    pub(super) expectations: &'static str,
    pub(super) suggestion: &'static str,
    pub(super) in_time: bool,
}

use Step::{Approve, Comment, Demand, Deny, Feedback, Recall, Reply, Resolve, Resubmit};

const EMR: &str = "Electronic Medical Record";
const LABORATORY: &str = "Laboratory Information System";
const CIVIL: &str = "Civil Registration and Vital Statistics";
const REPORTING: &str = "Health Facility Reporting";
const IMMUNISATION: &str = "Immunisation Register";

const FIRST: &str = "data-requester";
const SECOND: &str = "data-requester-2";

const SATISFIED: Opinion = Opinion {
    experience: "Excellent",
    recommend: "Definitely",
    expectations: "Exceeded",
    suggestion: "A short guide to the codes of the facilities would help beginners.",
    in_time: true,
};
const PATIENT: Opinion = Opinion {
    experience: "Good",
    recommend: "Probably",
    expectations: "Partially met",
    suggestion: "Say earlier which identifiable variables will be masked.",
    in_time: false,
};

/// All stories, oldest first.
pub(super) const STORIES: &[Story] = &[
    Story {
        title: "Timeliness of measles-rubella vaccination in the Lake Region",
        by: FIRST,
        source: IMMUNISATION,
        tables: &["vaccination", "coverage"],
        description: "Doses of measles-rubella vaccine with age at vaccination, to find where children are late.",
        days_ago: 49,
        steps: &[
            (20, Approve("The question is clear and the variables fit it.")),
            (30, Approve("")),
            (
                26,
                Comment(Section::Staff, "Both members of staff have signed. Thank you."),
            ),
            (2, Approve("Keep the file on the encrypted laptop only.")),
            (40, Approve("")),
            (50, Approve("")),
            (30, Approve("Released as an encrypted file.")),
            (120, Feedback(&SATISFIED)),
        ],
    },
    Story {
        title: "Causes of neonatal death in three districts",
        by: FIRST,
        source: CIVIL,
        tables: &["death", "cause_of_death"],
        description: "Registered deaths of children under one month with all lines of the certificate.",
        days_ago: 45,
        steps: &[
            (
                28,
                Demand(
                    Section::EthicsApproval,
                    "The letter names two districts, the request three. Please explain.",
                ),
            ),
            (
                19,
                Reply(
                    "The amendment to the protocol adds the third district. It is the last page of the letter.",
                ),
            ),
            (1, Resolve),
            (12, Approve("The third district is covered by the amendment.")),
            (30, Approve("")),
            (44, Approve("")),
            (28, Approve("")),
            (50, Approve("Please cite the registers by their full name.")),
            (26, Approve("")),
            (140, Feedback(&PATIENT)),
        ],
    },
    Story {
        title: "Named contacts of patients with tuberculosis",
        by: SECOND,
        source: EMR,
        tables: &["patient"],
        description: "Names and phone numbers of patients for a telephone survey of our own.",
        days_ago: 40,
        steps: &[
            (30, Approve("")),
            (
                45,
                Deny {
                    reason: "The survey has no approval that covers contacting patients by phone.",
                    recommendation: "Ask the facilities to invite patients, or ask for data without names.",
                },
            ),
        ],
    },
    Story {
        title: "Resistance of urinary isolates to first-line antibiotics",
        by: FIRST,
        source: LABORATORY,
        tables: &["antimicrobial_susceptibility", "specimen"],
        description: "Isolates from urine with species, antibiotics and interpretation, for a treatment guideline.",
        days_ago: 34,
        steps: &[
            (22, Approve("")),
            (30, Approve("")),
            (26, Approve("")),
            (24, Approve("")),
            (48, Approve("")),
            (30, Approve("Released with the list of guideline versions.")),
        ],
    },
    Story {
        title: "Stock-outs of antimalarials and cases of malaria",
        by: SECOND,
        source: REPORTING,
        tables: &["commodity_stock", "disease_count"],
        description: "Monthly stock of antimalarials beside confirmed cases, by facility.",
        days_ago: 31,
        steps: &[
            (
                25,
                Comment(Section::DataSource, "Stock figures before 2019 are incomplete."),
            ),
            (3, Approve("")),
            (30, Approve("")),
            (40, Approve("")),
            (30, Approve("")),
            (48, Approve("")),
            (24, Approve("Released by access to the reporting database.")),
        ],
    },
    Story {
        title: "Waiting times of outpatients by department",
        by: FIRST,
        source: EMR,
        tables: &["visit"],
        description: "Arrival, first contact and departure of outpatients, without names.",
        days_ago: 27,
        steps: &[(30, Approve("")), (10, Recall)],
    },
    Story {
        title: "Mortality of inpatients during the cholera outbreak",
        by: FIRST,
        source: REPORTING,
        tables: &["inpatient_count", "disease_count"],
        description: "Deaths in wards and cases of cholera by month and facility.",
        days_ago: 24,
        steps: &[
            (28, Approve("")),
            (26, Approve("")),
            (
                50,
                Deny {
                    reason: "The shared folder that is named for storage is open to the whole department.",
                    recommendation: "Name a device with an encrypted disk and ask again.",
                },
            ),
        ],
    },
    Story {
        title: "Anaemia in pregnancy and birth weight",
        by: FIRST,
        source: EMR,
        tables: &["antenatal_visit", "delivery"],
        description: "Haemoglobin in antenatal care with the birth weight of the child, linked within the facility.",
        days_ago: 21,
        steps: &[
            (26, Approve("")),
            (40, Approve("")),
            (
                30,
                Demand(
                    Section::Devices,
                    "The serial number of the server is missing a digit.",
                ),
            ),
            (18, Resolve),
            (6, Approve("")),
            (30, Approve("")),
            (48, Approve("")),
        ],
    },
    Story {
        title: "Viral suppression among adolescents on treatment",
        by: FIRST,
        source: LABORATORY,
        tables: &["viral_load"],
        description: "Viral load of people from 10 to 19 years by regimen and months on treatment.",
        days_ago: 17,
        steps: &[
            (24, Approve("")),
            (30, Approve("")),
            (40, Approve("")),
            (30, Approve("")),
        ],
    },
    Story {
        title: "Adverse events after vaccination by batch",
        by: SECOND,
        source: IMMUNISATION,
        tables: &["adverse_event", "vaccination"],
        description: "Reports of events after vaccination with the batch of the vial.",
        days_ago: 13,
        steps: &[
            (26, Approve("")),
            (
                30,
                Comment(
                    Section::DataFormat,
                    "Would a file be enough? Direct access takes longer to set up.",
                ),
            ),
            (19, Reply("A file is enough. We need the data once.")),
            (1, Resolve),
            (4, Approve("")),
            (40, Approve("")),
        ],
    },
    Story {
        title: "Late registration of births in the Eastern Valleys",
        by: FIRST,
        source: CIVIL,
        tables: &["birth", "registration_office"],
        description: "Births by place and time until registration, to plan mobile registration.",
        days_ago: 9,
        steps: &[
            (30, Approve("The purpose is in the public interest.")),
            (50, Approve("")),
        ],
    },
    Story {
        title: "Control of hypertension in chronic care",
        by: SECOND,
        source: EMR,
        tables: &["chronic_care_visit", "vital_signs"],
        description: "Blood pressure at each visit to chronic care, for a score of quality by facility.",
        days_ago: 6,
        steps: &[
            (40, Approve("")),
            (
                22,
                Deny {
                    reason: "The request doesn't say how facilities learn their score.",
                    recommendation: "Describe the report to the facilities and submit again.",
                },
            ),
            (
                20,
                Resubmit(
                    "Each facility gets its own score and the median of its district, and nobody else's.",
                ),
            ),
        ],
    },
    Story {
        title: "Use of diagnostic tests for fever in children",
        by: FIRST,
        source: LABORATORY,
        tables: &["test_order", "test_result"],
        description: "Orders and results of tests in children under five with fever.",
        days_ago: 4,
        steps: &[(
            91,
            Demand(
                Section::SharingAgreement,
                "The agreement is signed by the university only. Please upload it with both signatures.",
            ),
        )],
    },
    Story {
        title: "Staffing of maternity wards and outcome of births",
        by: FIRST,
        source: REPORTING,
        tables: &["health_workforce", "maternal_health_count"],
        description: "Filled posts of midwives beside births and deaths, by facility and year.",
        days_ago: 2,
        steps: &[],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_story_ends_before_the_present() {
        for story in STORIES {
            let hours: i64 = story.steps.iter().map(|(hours, _)| hours).sum();
            assert!(hours < story.days_ago * 24, "{}", story.title);
        }
        assert!(STORIES.is_sorted_by(|one, next| one.days_ago >= next.days_ago));
    }
}
