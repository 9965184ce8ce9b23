-- Whether a dose helped, and who looked at one that may have been given twice (docs/decisions/0143).
alter table doses
  add column helped text check (helped in ('yes', 'partly', 'no')),
  add column helped_at timestamptz,
  add column reviewed_at timestamptz,
  add column reviewed_by uuid references users (id),
  add constraint doses_helped check ((helped is null) = (helped_at is null)),
  add constraint doses_reviewed check ((reviewed_at is null) = (reviewed_by is null));

-- What stands first on the page of today: doses beside another one or against a limit, at which nobody has looked.
create index doses_to_review on doses (diary_id, recorded_at desc)
  where state = 'given' and reviewed_at is null and (extra_of is not null or against <> '{}');

alter table dose_entries
  drop constraint dose_entries_kind_check,
  add constraint dose_entries_kind_check check (kind in
    ('given', 'not_given', 'claimed', 'released', 'corrected', 'withdrawn', 'followed_up', 'reviewed', 'noted'));

-- Whoever has one dose open follows this one, not each dose that anybody gives.
delete from sync_scopes where table_name in ('doses', 'medication_plans');
drop function sync_doses_insert, sync_doses_update, sync_doses_delete, sync_doses_truncate,
  sync_medication_plans_insert, sync_medication_plans_update, sync_medication_plans_delete,
  sync_medication_plans_truncate cascade;
select sync_track('doses', array['diary_id', 'plan_id', 'id']);
select sync_track('medication_plans', array['diary_id', 'id']);
