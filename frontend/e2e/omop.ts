/** Two tables of the OMOP Common Data Model, in the format of its file `table_level.csv`. */
export const TABLES = `"cdmTableName","schema","isRequired","conceptPrefix","measurePersonCompleteness","measurePersonCompletenessThreshold","validation","tableDescription","userGuidance","etlConventions"
"person","CDM","Yes",NA,"No",NA,NA,"One row for each person about whom something is known.","Persons are linked by person_id.",NA
"visit_occurrence","CDM","No","VISIT_","Yes",0,NA,"Spans of time in which a person was in the care of a provider.","One row a visit.",NA
`;

/** The fields of these tables, in the format of `field_level.csv`. */
export const FIELDS = `"cdmTableName","cdmFieldName","isRequired","cdmDatatype","userGuidance","etlConventions","isPrimaryKey","isForeignKey","fkTableName","fkFieldName","fkDomain","fkClass","unique DQ identifiers"
"person","person_id","Yes","integer","Each row stands for one person.",NA,"Yes","No",NA,NA,NA,NA,NA
"person","year_of_birth","Yes","integer","The year of the birth.","Where only the age is known, compute the year.","No","No",NA,NA,NA,NA,NA
"person","gender_source_value","No","varchar(50)","The sex as the source says it.",NA,"No","No",NA,NA,NA,NA,NA
"visit_occurrence","visit_occurrence_id","Yes","integer","Each row stands for one visit.",NA,"Yes","No",NA,NA,NA,NA,NA
"visit_occurrence","person_id","Yes","integer","Who came.",NA,"No","Yes","PERSON","PERSON_ID",NA,NA,NA
"visit_occurrence","visit_start_date","Yes","date","The day on which the visit began.",NA,"No","No",NA,NA,NA,NA,NA
"visit_occurrence","visit_end_date","Yes","date","The day on which the visit ended.",NA,"No","No",NA,NA,NA,NA,NA
`;
