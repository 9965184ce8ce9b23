-- A note that hands over to the next one (docs/decisions/0147).
insert into note_types (type_id, name, description, icon)
values ('handover', 'Handover', 'How things are, what is to be done, and what to watch for.', 'Handover');
