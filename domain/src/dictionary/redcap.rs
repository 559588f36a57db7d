//! The REDCap import format: the data dictionary that REDCap exports for a project.
//!
//! A form becomes a table, and a field a variable. The meaning is the label without HTML, followed
//! by the note and the calculation. The field type and its validation determine the data type. The
//! range consists of the field type, the validation, the limits, and "required" or "optional". The
//! choices are the input values, as REDCap writes them ("1, Female").

use std::collections::{HashMap, HashSet};

use super::meaning::Meaning;
use super::row::{NAME, PROSE, Reader, in_words, shortened};
use super::{DataType, ImportLine, RowFaults, RowProblem, TableRow, Usage, VariableRow, lookup_key};
use crate::text::{line, prose};

const FIELD: &str = "Variable / Field Name";
const FORM: &str = "Form Name";
const TYPE: &str = "Field Type";
const LABEL: &str = "Field Label";
const CHOICES: &str = "Choices, Calculations, OR Slider Labels";
const NOTE: &str = "Field Note";
const VALIDATION: &str = "Text Validation Type OR Show Slider Number";
const VALIDATION_MIN: &str = "Text Validation Min";
const VALIDATION_MAX: &str = "Text Validation Max";
const IDENTIFIER: &str = "Identifier?";
const REQUIRED: &str = "Required Field?";

pub(super) const VARIABLE_COLUMNS: &[&str] = &[FIELD, FORM, TYPE, LABEL];

// Optional columns. Those about the layout of the form are ignored.
pub(super) const FURTHER_VARIABLE_COLUMNS: &[&str] = &[
    CHOICES,
    NOTE,
    VALIDATION,
    VALIDATION_MIN,
    VALIDATION_MAX,
    IDENTIFIER,
    REQUIRED,
    "Section Header",
    "Branching Logic (Show field only if...)",
    "Custom Alignment",
    "Question Number (surveys only)",
    "Matrix Group Name",
    "Matrix Ranking?",
    "Field Annotation",
];

// Column aliases: the names in REDCap's API, and those of older versions.
pub(super) const OTHER_NAMES: &[(&str, &str)] = &[
    ("field_name", FIELD),
    ("form_name", FORM),
    ("field_type", TYPE),
    ("field_label", LABEL),
    ("select_choices_or_calculations", CHOICES),
    ("choices or calculations", CHOICES),
    ("field_note", NOTE),
    ("text_validation_type_or_show_slider_number", VALIDATION),
    ("text validation type", VALIDATION),
    ("text_validation_min", VALIDATION_MIN),
    ("text_validation_max", VALIDATION_MAX),
    ("identifier", IDENTIFIER),
    ("required_field", REQUIRED),
    ("section_header", "Section Header"),
    ("branching_logic", "Branching Logic (Show field only if...)"),
    ("custom_alignment", "Custom Alignment"),
    ("question_number", "Question Number (surveys only)"),
    ("matrix_group_name", "Matrix Group Name"),
    ("matrix_ranking", "Matrix Ranking?"),
    ("field_annotation", "Field Annotation"),
];

const TABLE_TYPE: &str = "Form";

// The types of fields. The data type of a text field depends on its validation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FieldType {
    Text,
    Notes,
    Calculation,
    // A choice of one option.
    Choice,
    // A choice of any number of options.
    Checkbox,
    YesNo,
    Slider,
    File,
    // A text that is only displayed.
    Descriptive,
}

impl FieldType {
    fn parse(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "text" | "sql" => Self::Text,
            "notes" | "textarea" => Self::Notes,
            "calc" => Self::Calculation,
            "radio" | "dropdown" | "select" => Self::Choice,
            "checkbox" => Self::Checkbox,
            "yesno" | "truefalse" => Self::YesNo,
            "slider" => Self::Slider,
            "file" | "signature" => Self::File,
            "descriptive" => Self::Descriptive,
            _ => return None,
        })
    }

    const fn has_choices(self) -> bool {
        matches!(self, Self::Choice | Self::Checkbox)
    }

    fn data_type(self, validation: &str, choices: &[String]) -> DataType {
        match self {
            Self::Text => type_of_validation(validation),
            Self::Calculation => DataType::Decimal,
            Self::Choice if !choices.is_empty() && choices.iter().all(|choice| has_number(choice)) => {
                DataType::Number
            }
            Self::YesNo => DataType::Boolean,
            Self::Slider => DataType::Number,
            Self::File => DataType::Blob,
            Self::Notes | Self::Choice | Self::Checkbox | Self::Descriptive => DataType::Text,
        }
    }
}

// The data type of a text with this validation, such as `number_1dp_comma_decimal` or `date_dmy`.
fn type_of_validation(validation: &str) -> DataType {
    let validation = validation.to_ascii_lowercase();
    match validation.split('_').next().unwrap_or_default() {
        "integer" => DataType::Number,
        "number" => DataType::Decimal,
        "date" => DataType::Date,
        "datetime" => DataType::Datetime,
        _ => DataType::Text,
    }
}

// Returns true if the code of a choice is a whole number, as in "1, Female".
fn has_number(choice: &str) -> bool {
    let code = choice.split(',').next().unwrap_or_default();
    code.trim().parse::<i64>().is_ok()
}

/// Parses a row. `None` for a field that only displays a text.
pub(super) fn variable<'row>(
    lookup: impl Fn(&str) -> Option<&'row str>,
) -> Result<Option<VariableRow>, RowFaults> {
    let mut reader = Reader::new(lookup, None);
    let field_type = reader.raw(TYPE).and_then(FieldType::parse);
    if field_type == Some(FieldType::Descriptive) {
        return Ok(None);
    }
    let row = read_variable(&mut reader, field_type);
    reader.finish(row).map(Some)
}

fn read_variable<'row>(
    reader: &mut Reader<impl Fn(&str) -> Option<&'row str>>,
    field_type: Option<FieldType>,
) -> Option<VariableRow> {
    let field = reader.required(FIELD, "Variable Name", NAME);
    let form = reader.required(FORM, "Table Name", NAME);
    let type_name = reader.required(TYPE, "Data Type", NAME);
    if let (Some(name), None) = (&type_name, field_type) {
        reader.fault(TYPE, RowProblem::UnknownDataType(shortened(name)));
    }
    let label = plain(reader, LABEL);
    let note = plain(reader, NOTE);
    let is_identifiable = reader.yes_or_no(IDENTIFIER, false);
    let is_required = reader.yes_or_no(REQUIRED, false);
    let choices = if field_type.is_some_and(FieldType::has_choices) {
        choices(reader)
    } else {
        Vec::new()
    };
    let calculation = if field_type == Some(FieldType::Calculation) {
        let formula = reader.optional(CHOICES, PROSE);
        formula.map(|formula| format!("Calculated as {formula}"))
    } else {
        None
    };
    let validation = reader.optional(VALIDATION, NAME).unwrap_or_default();
    let limits = (
        reader.optional(VALIDATION_MIN, NAME),
        reader.optional(VALIDATION_MAX, NAME),
    );
    let (field, form, type_name, field_type) = (field?, form?, type_name?, field_type?);
    let range = range(&type_name, &validation, limits, is_required);
    let mut meaning: String = [label, note, calculation]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("\n\n");
    if meaning.is_empty() {
        meaning.clone_from(&field);
    }
    if meaning.chars().count() > PROSE {
        reader.fault(LABEL, RowProblem::TooLong(PROSE));
    }
    Some(VariableRow {
        tbl_name: form,
        ids_column_name: field.clone(),
        var_name: field,
        data_type: field_type.data_type(&validation, &choices),
        meaning,
        date_introduced: None,
        range: Some(range),
        old_var_name: None,
        reference: None,
        derived: field_type == FieldType::Calculation,
        usage: Usage::Analytical,
        is_primary: false,
        is_foreign: false,
        is_identifiable,
        is_analytical: true,
        enumerated: !choices.is_empty(),
        synonyms: Vec::new(),
        input_values: choices,
        dependencies: Vec::new(),
    })
}

// The maximum length of a text including its HTML, in characters. The time to parse marks grows
// faster than the length.
const MARKED: usize = 2 * PROSE;

fn without_marks(text: &str) -> Result<String, RowProblem> {
    if text.chars().count() > MARKED {
        return Err(RowProblem::TooLong(MARKED));
    }
    Ok(Meaning::parse(text).plain())
}

fn plain<'row>(
    reader: &mut Reader<impl Fn(&str) -> Option<&'row str>>,
    column: &'static str,
) -> Option<String> {
    let read = without_marks(reader.raw(column)?);
    match read.and_then(|text| prose(&text).map_err(RowProblem::from)) {
        Ok(text) => (!text.is_empty()).then_some(text),
        Err(problem) => {
            reader.fault(column, problem);
            None
        }
    }
}

// Reads the choices, which are separated by bars, without duplicates.
fn choices<'row>(reader: &mut Reader<impl Fn(&str) -> Option<&'row str>>) -> Vec<String> {
    let mut choices: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    for choice in reader.raw(CHOICES).unwrap_or_default().split('|') {
        let read = without_marks(choice).and_then(|text| line(&text).map_err(RowProblem::from));
        match read {
            Ok(choice) if choice.chars().count() <= NAME => {
                if !choice.is_empty() && seen.insert(choice.clone()) {
                    choices.push(choice);
                }
            }
            // Report one error only, because a cell may contain as many as the file has bytes.
            Ok(_) => {
                reader.fault(CHOICES, RowProblem::TooLong(NAME));
                break;
            }
            Err(problem) => {
                reader.fault(CHOICES, problem);
                break;
            }
        }
    }
    choices
}

// Type, validation, limits and presence: `text, date_dmy, 1900-01-01 to today, required`.
fn range(
    type_name: &str,
    validation: &str,
    limits: (Option<String>, Option<String>),
    is_required: bool,
) -> String {
    let limits = match limits {
        (Some(least), Some(most)) => format!("{least} to {most}"),
        (Some(least), None) => format!("from {least}"),
        (None, Some(most)) => format!("to {most}"),
        (None, None) => String::new(),
    };
    let presence = if is_required { "required" } else { "optional" };
    let parts = [type_name, validation, &limits, presence];
    let range = parts
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(", ");
    range.chars().take(NAME).collect()
}

/// Marks the lines that repeat the name of a variable as errors, because names are unique in a
/// REDCap project.
pub(super) fn once_in_the_project(lines: Vec<ImportLine<VariableRow>>) -> Vec<ImportLine<VariableRow>> {
    let mut first: HashMap<String, u64> = HashMap::new();
    lines
        .into_iter()
        .map(|mut line| {
            if let Ok(row) = &line.row {
                let earlier = *first.entry(lookup_key(&row.var_name)).or_insert(line.number);
                if earlier != line.number {
                    line.row = Err(format!(
                        "the variable {:?} is already on line {earlier}, and REDCap uses each name once in a project",
                        row.var_name
                    ));
                }
            }
            line
        })
        .collect()
}

/// Returns the forms of the variables as tables, each with the number of the line that names it
/// first.
pub(super) fn tables_of(lines: &[ImportLine<VariableRow>]) -> Vec<ImportLine<TableRow>> {
    let mut tables: Vec<ImportLine<TableRow>> = Vec::new();
    let mut seen = HashSet::new();
    for line in lines {
        let Ok(row) = &line.row else { continue };
        if !seen.insert(lookup_key(&row.tbl_name)) {
            continue;
        }
        let entity_name = in_words(&row.tbl_name);
        tables.push(ImportLine {
            number: line.number,
            row: Ok(TableRow {
                tbl_name: row.tbl_name.clone(),
                table_type: TABLE_TYPE.to_owned(),
                tbl_description: format!("The form {entity_name:?} of a REDCap project."),
                entity_name,
                icon: "Assignment".to_owned(),
                publish: true,
                records: None,
            }),
        });
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dictionary::ImportFormat;

    const FILE: &str = "\u{feff}Variable / Field Name,Form Name,Section Header,Field Type,Field Label,\"Choices, Calculations, OR Slider Labels\",\
        Field Note,Text Validation Type OR Show Slider Number,Text Validation Min,Text Validation Max,Identifier?,\
        Branching Logic (Show field only if...),Required Field?,Custom Alignment,Question Number (surveys only),\
        Matrix Group Name,Matrix Ranking?,Field Annotation\r\n\
        birth_date,first_visit,,text,\"<div class=\"\"rich-text\"\"><b>Date</b> of birth</div>\",,,date_dmy,1900-01-01,today,y,,y,,,,,\r\n\
        sex,first_visit,,radio,\"Sex, as stated\",\"1, Female | 2, Male | -9, Not, or not yet, stated\",,,,,,,,,,,,\r\n\
        hint,first_visit,,descriptive,Please turn the page,,,,,,,,,,,,,\r\n\
        creatinine,lab,,text,Creatinine (µmol/L),,Copied\u{b}by hand,number_1dp_comma_decimal,\"0,0\",,,,,,,,,\r\n\
        egfr,lab,,calc,,\"round(175*([creatinine]/88,4)^-1,154,0)\",,,,,,,,,,,,\r\n\
        creatinine,lab_2,,text,Once more,,,number,,,,,,,,,,\r\n";

    fn lines(file: &str) -> Vec<ImportLine<VariableRow>> {
        let rows = ImportFormat::Redcap.read_variables(file.as_bytes(), false);
        assert_eq!(rows.faults, []);
        rows.lines
    }

    fn field(field_type: &str, validation: &str, choices: &str) -> VariableRow {
        let cells = [
            (FIELD, "x"),
            (FORM, "f"),
            (TYPE, field_type),
            (VALIDATION, validation),
            (CHOICES, choices),
        ];
        let lookup = |column: &str| {
            let cell = cells.iter().find(|(name, _)| *name == column);
            cell.map(|(_, text)| *text)
        };
        variable(lookup).unwrap().unwrap()
    }

    #[test]
    fn fields_become_variables_of_their_forms() {
        let lines = lines(FILE);
        let row = |place: usize| lines[place].row.as_ref().unwrap();
        let birth = row(0);
        assert_eq!(
            (
                birth.tbl_name.as_str(),
                birth.var_name.as_str(),
                birth.meaning.as_str()
            ),
            ("first_visit", "birth_date", "Date of birth")
        );
        assert_eq!((birth.data_type, birth.is_identifiable), (DataType::Date, true));
        assert_eq!(
            birth.range.as_deref(),
            Some("text, date_dmy, 1900-01-01 to today, required")
        );
        let sex = row(1);
        assert_eq!(
            sex.input_values,
            ["1, Female", "2, Male", "-9, Not, or not yet, stated"]
        );
        assert_eq!((sex.data_type, sex.enumerated), (DataType::Number, true));
        let creatinine = row(2);
        assert_eq!(creatinine.meaning, "Creatinine (µmol/L)\n\nCopied\nby hand");
        assert_eq!(creatinine.data_type, DataType::Decimal);
        let calculated = row(3);
        assert_eq!((calculated.derived, calculated.input_values.len()), (true, 0));
        assert!(calculated.meaning.starts_with("Calculated as round(175*"));
    }

    #[test]
    fn a_repeated_field_name_is_reported_with_its_first_line() {
        let last = lines(FILE).pop().unwrap();
        assert_eq!(
            (last.number, last.row.unwrap_err().as_str()),
            (
                7,
                "the variable \"creatinine\" is already on line 5, and REDCap uses each name once in a project"
            )
        );
    }

    #[test]
    fn forms_become_tables_and_descriptive_fields_become_notes() {
        let rows = ImportFormat::Redcap.read_variables(FILE.as_bytes(), false);
        let tables = ImportFormat::Redcap.tables_of(&rows.lines);
        let forms: Vec<_> = tables
            .iter()
            .map(|line| (line.number, line.row.as_ref().unwrap().entity_name.as_str()))
            .collect();
        assert_eq!(forms, [(2, "First visit"), (5, "Lab")]);
        assert_eq!((rows.notes.len(), rows.notes[0].number), (1, 4));
    }

    #[test]
    fn field_type_and_validation_determine_the_data_type() {
        for (field_type, validation, data_type) in [
            ("text", "integer", DataType::Number),
            ("text", "number", DataType::Decimal),
            ("text", "number_2dp", DataType::Decimal),
            ("text", "date_ymd", DataType::Date),
            ("text", "datetime_seconds_mdy", DataType::Datetime),
            ("text", "time", DataType::Text),
            ("text", "email", DataType::Text),
            ("text", "", DataType::Text),
            ("notes", "", DataType::Text),
            ("yesno", "", DataType::Boolean),
            ("truefalse", "", DataType::Boolean),
            ("slider", "number", DataType::Number),
            ("file", "signature", DataType::Blob),
            ("calc", "", DataType::Decimal),
        ] {
            assert_eq!(
                field(field_type, validation, "").data_type,
                data_type,
                "{field_type} {validation}"
            );
        }
        assert_eq!(field("dropdown", "", "a, Yes | b, No").data_type, DataType::Text);
        let checkbox = field("checkbox", "", "1, Fever | 2, Rash, anywhere | 2, Rash, anywhere");
        assert_eq!(
            (checkbox.data_type, checkbox.input_values.len()),
            (DataType::Text, 2)
        );
        assert_eq!(
            field("slider", "number", "none | medium | worst").input_values,
            [""; 0]
        );
    }

    #[test]
    fn labels_and_choices_are_validated_as_texts() {
        let file = "field_name,form_name,field_type,field_label,select_choices_or_calculations\n\
            a,f,radio,Se\u{ad}x,\"1, Fe\u{200b}male | 2,\u{a0}Male\"\n\
            b,f,radio,a\u{202e}b,\"1, a\u{1b}b\"\n";
        let lines = lines(file);
        let row = lines[0].row.as_ref().unwrap();
        assert_eq!(row.meaning, "Sex");
        assert_eq!(row.input_values, ["1, Female", "2, Male"]);
        assert_eq!(
            lines[1].row.as_ref().unwrap_err(),
            "Field Label: must not contain invisible characters that change how it is read. Please type it anew.; \
             Choices, Calculations, OR Slider Labels: must not contain control characters."
        );
    }

    /// A pairwise comparison would take minutes.
    #[test]
    fn a_cell_with_a_hundred_thousand_choices_is_read_in_one_pass() {
        let many: Vec<String> = (0..100_000).map(|code| format!("{code}, x")).collect();
        assert_eq!(field("radio", "", &many.join("|")).input_values.len(), 100_000);
    }

    #[test]
    fn a_label_with_too_much_html_is_rejected() {
        let label = "<b>".repeat(10_000);
        let lookup = |column: &str| match column {
            FIELD | FORM => Some("x"),
            TYPE => Some("text"),
            LABEL => Some(label.as_str()),
            _ => None,
        };
        assert_eq!(
            variable(lookup).unwrap_err().to_string(),
            "Field Label: must not be longer than 20000 characters"
        );
    }

    #[test]
    fn column_names_of_the_api_are_accepted() {
        let file = "field_name,form_name,field_type,field_label,identifier\nx,f,text,Label,y\n";
        assert!(lines(file)[0].row.as_ref().unwrap().is_identifiable);
        let unknown = "field_name,form_name,field_type,field_label\n,f,picture,Label\n";
        assert_eq!(
            lines(unknown)[0].row.as_ref().unwrap_err(),
            "Variable / Field Name: Variable Name is required; Field Type: \"picture\" is not a known data type"
        );
    }
}
