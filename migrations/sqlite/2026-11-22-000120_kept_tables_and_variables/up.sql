-- Tables and variables are edited by several people, too.
ALTER TABLE dictionary_tables ADD COLUMN row_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE variables ADD COLUMN row_version BIGINT NOT NULL DEFAULT 1;
-- What a Super User lists of a table: its variables in order and by name, published or not. By column there is an index already.
CREATE INDEX variables_of_table_in_order ON variables (table_id, id);
CREATE INDEX variables_of_table_by_name ON variables (table_id, name_sort_key, id);

-- Tables under topics (3 §2.12), and where each stands on the map of its topic, as fractions of its width and height.
CREATE TABLE topic_tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    topic_id BIGINT NOT NULL REFERENCES topics (id),
    table_id BIGINT NOT NULL REFERENCES dictionary_tables (id),
    assigned_on TEXT NOT NULL,
    pos_x DOUBLE NOT NULL,
    pos_y DOUBLE NOT NULL,
    row_version BIGINT NOT NULL DEFAULT 1,
    UNIQUE (topic_id, table_id)
);
CREATE INDEX topic_tables_by_table ON topic_tables (table_id);
