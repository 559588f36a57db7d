-- The rounds of a request (decisions C11): the first begins by submitting, each other one by resubmitting, with a note to the
-- reviewers. `sources` are the data sources of the request when the round ended by a denial or a recall: where others are asked
-- for since, no approval of the round stands.
CREATE TABLE request_rounds (
    request_id BIGINT NOT NULL REFERENCES data_requests (id),
    round INTEGER NOT NULL CHECK (round >= 1),
    started_by BIGINT NOT NULL REFERENCES users (id),
    started_on TIMESTAMPTZ NOT NULL,
    note TEXT,
    sources TEXT,
    PRIMARY KEY (request_id, round)
);
INSERT INTO request_rounds (request_id, round, started_by, started_on)
SELECT id, 1, owner_id, submitted_on FROM data_requests;
