-- What witnesses of the transparency log have signed (P3), by the address at which they are asked. No proof of ours: whoever alters it hides
-- at most that a witness disagrees, and the witness keeps what it has signed.
CREATE TABLE audit_witnesses (
    name TEXT PRIMARY KEY,
    -- Before that no node asks it again.
    next_at TEXT NOT NULL,
    failures BIGINT NOT NULL,
    agreed_size BIGINT,
    agreed_note TEXT,
    agreed_at TEXT,
    trouble TEXT CHECK (trouble IN ('unreachable', 'refuses', 'disagrees')),
    trouble_told TEXT,
    trouble_since TEXT
);
