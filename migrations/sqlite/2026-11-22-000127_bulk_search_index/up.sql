-- PostgreSQL alone keeps entries of its search indexes back. FTS5 merges what a transaction brought when it commits.
SELECT 1;
