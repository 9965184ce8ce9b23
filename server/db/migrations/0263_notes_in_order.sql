-- The id of a note comes from the device that wrote it and says nothing about its time: notes of a day are in the order
-- in which they were stored (docs/decisions/0265-notes-of-a-day-are-in-the-order-of-storing.md).
drop index notes_list;
create index notes_list on notes (diary_id, note_day desc, created_at desc, id desc);
drop index notes_lists;
create index notes_lists on notes (diary_id, note_day desc, created_at desc, id desc) where type = 'current-medications';
