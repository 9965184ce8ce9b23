-- An owner decides whether the members' devices may keep a notebook for times without a connection
-- (docs/decisions/0270-an-owner-decides-what-devices-keep.md).
alter table diaries add column is_kept_on_devices boolean not null default true;
