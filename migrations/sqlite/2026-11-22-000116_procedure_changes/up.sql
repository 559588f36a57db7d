-- Who changed which procedure, when and what. A line outlives its procedure, so that nothing refers to that: it keeps the name that the
-- procedure had after the change. `lines` is a JSON list of texts, and `search_text` what the line is found by.
CREATE TABLE procedure_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    procedure_id BIGINT NOT NULL,
    procedure_name TEXT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES users (id),
    changed_on TEXT NOT NULL,
    lines TEXT NOT NULL,
    search_text TEXT NOT NULL
);
CREATE INDEX procedure_changes_by_procedure ON procedure_changes (procedure_id, changed_on, id);
CREATE INDEX procedure_changes_by_time ON procedure_changes (changed_on, id);
CREATE INDEX procedure_changes_by_author ON procedure_changes (author_id);
