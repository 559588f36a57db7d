DROP TABLE pending_sign_ins;
DROP TABLE second_factors;
