-- Who changed the times of a pause last, and when: what is new tells it (docs/decisions/0147). At first, who started it.
alter table care_pauses
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid references users (id);
update care_pauses set updated_at = created_at, updated_by = started_by;
alter table care_pauses alter column updated_by set not null;
drop index care_pauses_recorded;
create index care_pauses_recorded on care_pauses (diary_id, updated_at desc, id desc);

-- The choice of types is in their order of making; on a new server all were made at one moment.
update note_types set created_at = created_at + interval '1 second' where type_id = 'handover';
