-- Has the program rewrite the file after migrating: free pages of an earlier version may hold images of rows that were erased.
PRAGMA user_version = 1;
