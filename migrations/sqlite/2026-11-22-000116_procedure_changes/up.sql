-- Who changed which procedure, when and what. A line outlives its procedure, so that nothing refers to that: it keeps the name that the
-- procedure had after the change. `lines` is a JSON list of texts.
CREATE TABLE procedure_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    procedure_id BIGINT NOT NULL,
    procedure_name TEXT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES users (id),
    changed_on TEXT NOT NULL,
    lines TEXT NOT NULL
);
CREATE INDEX procedure_changes_by_procedure ON procedure_changes (procedure_id, id);
CREATE INDEX procedure_changes_by_author ON procedure_changes (author_id);
