DROP INDEX dependencies_waiting;
