DROP TABLE untrusted_proxies;
