DROP TABLE request_rounds;
