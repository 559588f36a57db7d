-- Devices, staff and documents of a submitted request that were deleted or replaced. They stay for the versions of the request
-- that name them.
ALTER TABLE data_handling_devices ADD COLUMN deleted_on TIMESTAMPTZ;
ALTER TABLE staff_shared ADD COLUMN deleted_on TIMESTAMPTZ;
ALTER TABLE request_documents ADD COLUMN deleted_on TIMESTAMPTZ;
