-- Reminders whose notebook was held by another transaction (docs/decisions/0182): from when on they are looked for again.
alter table reminder_clocks add column held_since timestamptz;
