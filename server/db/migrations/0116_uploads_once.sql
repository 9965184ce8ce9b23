-- A browser that was closed just after a file arrived sends it again when the note is opened: by the id that the browser
-- gave the file it is attached once.
alter table attachments add column upload_id uuid;
create unique index attachments_upload on attachments (note_id, uploaded_by, upload_id) where upload_id is not null;
