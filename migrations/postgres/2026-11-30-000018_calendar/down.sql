DROP TABLE holidays;
DROP TABLE calendars;
