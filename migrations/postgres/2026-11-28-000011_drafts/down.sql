DROP TABLE draft_files;
DROP TABLE request_drafts;
