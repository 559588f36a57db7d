DROP TABLE comment_replies;
DROP TABLE state_comments;
DROP TABLE request_counts;
DROP TABLE request_bindings;
DROP TABLE request_history;
DROP TABLE request_edges;
DROP TABLE request_states;
