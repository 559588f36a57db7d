-- Who said for whom it calls and is not believed: likely a proxy that the configuration leaves out (decisions A12).
CREATE TABLE untrusted_proxies (
    address TEXT NOT NULL PRIMARY KEY,
    seen_on TEXT NOT NULL
);
