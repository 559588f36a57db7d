-- PostgreSQL alone has these settings.
SELECT 1;
