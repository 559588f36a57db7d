ALTER TABLE request_documents DROP COLUMN deleted_on;
ALTER TABLE staff_shared DROP COLUMN deleted_on;
ALTER TABLE data_handling_devices DROP COLUMN deleted_on;
