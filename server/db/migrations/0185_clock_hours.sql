-- How somebody writes times of the day, for the times in messages (docs/decisions/0175). Null until a device has said it.
alter table notification_settings add column clock_hours smallint check (clock_hours in (12, 24));
