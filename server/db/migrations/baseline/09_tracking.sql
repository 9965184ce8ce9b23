-- What is tracked: changes for live queries, counts of rows, changes for webhooks. Then the triggers that the files of their
-- functions don't make.

-- Listed in this order, by the moment of their creation.
insert into note_types (type_id, name, description, icon, created_at) values
  ('default', 'General note', 'Free text about anything that happened.', 'FileText', now() - interval '1 second'),
  ('current-medications', 'Current Medications', 'A dated list of what is taken now.', 'Pill', now() - interval '1 second'),
  ('handover', 'Handover', 'How things are, what is to be done, and what to watch for.', 'Handover', now());

select sync_track('users', array['id', 'clerk_user_id']);
select sync_track('diaries', array['id', 'short_id']);
select sync_track('person_infos', array['diary_id']);
select sync_track('members', array['diary_id', 'user_id', 'diary_id,user_id']);
select sync_track('invitations', array['diary_id', 'email', 'id', 'invited_by']);
select sync_track('note_types', array['']);
select sync_track('notes', array['diary_id', 'diary_id,created_by,visibility', 'id', 'short_id']);
select sync_track('note_versions', array['diary_id']);
select sync_track('attachments', array['diary_id']);
select sync_track('programs', array['diary_id', 'id', 'is_public']);
select sync_track('diary_programs', array['diary_id', 'id']);
select sync_track('phase_progress', array['diary_id']);
select sync_track('activity_activations', array['diary_id']);
select sync_track('tasks', array['diary_id', 'id']);
select sync_track('comments', array['diary_id', 'diary_id,created_by,visibility']);
select sync_track('audit_events', array['diary_id']);
select sync_track('notebook_visits', array['user_id']);
select sync_track('avatars', array['id']);
select sync_track('notebook_keys', array['diary_id']);
select sync_track('note_programs', array['diary_id', 'note_id']);
select sync_track('admin_openings', array['user_id,table_name']);
select sync_track('row_counts', array['table_name']);
select sync_track('task_series', array['id']);
select sync_track('invitation_links', array['token_hash', 'diary_id']);
select sync_track('join_requests', array['diary_id', 'user_id']);
select sync_track('read_marks', array['user_id']);
select sync_track('medication_plans', array['diary_id', 'id']);
select sync_track('medication_plan_versions', array['diary_id']);
select sync_track('doses', array['diary_id', 'plan_id', 'id']);
select sync_track('dose_entries', array['diary_id', 'dose_id']);
select sync_track('care_pauses', array['diary_id']);
select sync_track('stock_events', array['diary_id']);
select sync_track('exports', array['diary_id']);
select sync_track('medication_plan_corrections', array['diary_id']);
select sync_track('stock_warnings', array['diary_id']);
select sync_track('handover_marks', array['diary_id', 'user_id']);
select sync_track('calendar_feeds', array['user_id']);
select sync_track('notification_settings', array['user_id']);
select sync_track('notification_rules', array['user_id']);
select sync_track('notification_targets', array['user_id']);
select sync_track('notifications', array['user_id']);
select sync_track('escalation_plans', array['diary_id']);
select sync_track('escalation_runs', array['diary_id']);
select sync_track('quiet_exceptions', array['user_id']);
select sync_track('access_tokens', array['id', 'user_id']);
select sync_track('access_token_notebooks', array['token_id']);
select sync_track('webhooks', array['id', 'user_id']);
select sync_track('webhook_notebooks', array['webhook_id']);
select sync_track('medication_plan_ties', array['diary_id']);
insert into sync_scopes values ('auth.session', array['id']), ('row_count_changes', '{table_name}');

do $$
declare
  one text;
begin
  foreach one in array array['users', 'diaries', 'notes', 'note_types', 'attachments', 'tasks', 'comments', 'members',
    'invitations', 'programs', 'diary_programs', 'phase_progress', 'activity_activations', 'audit_events']
  loop
    execute format('create trigger count_insert after insert on %I referencing new table as new_rows
      for each statement execute function count_new_rows()', one);
    execute format('create trigger count_delete after delete on %I referencing old table as old_rows
      for each statement execute function count_gone_rows()', one);
    execute format('create trigger count_truncate after truncate on %I for each statement execute function count_no_rows()', one);
    execute format('insert into row_counts select %L, count(*) from %I', one, one);
  end loop;
end $$;
-- The back-office counts and shows those of programs.
insert into row_counts values ('program_exports', 0);
create trigger count_insert after insert on exports referencing new table as new_rows
  for each statement execute function count_new_program_exports();
create trigger count_delete after delete on exports referencing old table as old_rows
  for each statement execute function count_gone_program_exports();
create trigger count_truncate after truncate on exports for each statement execute function count_no_program_exports();

select webhook_track('notes', 'note', 'notes', array['version', 'visibility', 'is_encrypted'],
  'jsonb_build_object(''visibility'', r.visibility, ''noteAuthor'', r.created_by, ''isEncrypted'', r.is_encrypted)');
select webhook_track('comments', 'comment', 'comments', array['updated_at', 'visibility'],
  'webhook_comment_audience(r.note_id, r.task_id, r.diary_program_id, r.visibility, r.created_by)');
select webhook_track('attachments', 'attachment', 'attachments', array['filename', 'description', 'sealed_description'],
  'webhook_audience(r.note_id, null)');
select webhook_track('tasks', 'task', 'tasks', array['updated_at', 'status', 'assigned_to', 'scheduled_date', 'note_id'],
  'webhook_audience(r.note_id, r.assigned_to)');
select webhook_track('diary_programs', 'program', 'programs',
  array['status', 'note_id', 'baseline_day', 'paused_since', 'paused_until'], 'webhook_audience(r.note_id, null)');
select webhook_track('medication_plans', 'plan', 'plans', array['facts', 'sealed_facts', 'visibility', 'ended_at'],
  'jsonb_build_object(''visibility'', r.visibility, ''isEncrypted'', r.sealed_facts is not null)');
select webhook_track('doses', 'dose', 'doses', array['revision', 'state', 'reviewed_at'],
  'webhook_plan_audience(r.plan_id)');
select webhook_track('care_pauses', 'pause', 'doses', array['revision', 'ended_at'],
  'webhook_pause_audience(r.plan_ids)');
select webhook_track('stock_events', 'stock', 'doses', array['amount'], 'webhook_plan_audience(r.plan_id)');
select webhook_track('members', 'member', 'members', array['role'], 'jsonb_build_object(''visibility'', ''extended'')');
select webhook_track('diaries', 'notebook', 'notebook', array['version', 'name', 'is_archived'],
  'jsonb_build_object(''visibility'', ''extended'')');

create constraint trigger diaries_have_owner after insert on diaries
  deferrable initially deferred for each row execute function diaries_have_owner();
create constraint trigger members_keep_owner after delete or update on members
  deferrable initially deferred for each row when (old.role = 'owner') execute function members_keep_owner();
create trigger audit_events_append_only before delete or update or truncate on audit_events
  for each statement execute function audit_events_append_only();
create trigger avatars_leave_files after delete on avatars referencing old table as gone
  for each statement execute function avatars_leave_files();
create trigger attachments_leave_files after delete on attachments referencing old table as gone
  for each statement execute function attachments_leave_files();
create trigger upload_grants_leave_files after delete on upload_grants referencing old table as gone
  for each statement execute function upload_grants_leave_files();
create trigger program_clock after insert on diary_programs referencing new table as new_rows
  for each statement execute function add_program_clock();
create trigger program_count_insert after insert on tasks referencing new table as new_rows
  for each statement execute function count_programs_of_tasks();
create trigger program_count_update after update on tasks referencing old table as old_rows new table as new_rows
  for each statement execute function count_programs_of_tasks();
create trigger program_count_delete after delete on tasks referencing old table as old_rows
  for each statement execute function count_programs_of_tasks();
create trigger programs_outlive_their_notebook before delete on diaries
  for each row execute function programs_outlive_their_notebook();
create trigger exports_leave_files after delete on exports referencing old table as gone
  for each statement execute function exports_leave_files();
create trigger task_days before insert or update of diary_id, date_only, scheduled_date, due_date, end_date, scheduled_day, due_day, end_day, linked_diary_program_id, overdue_after, expires_after
  on tasks
  for each row execute function set_task_days();
create trigger task_days after update of time_zone on diaries
  for each row when (old.time_zone is distinct from new.time_zone) execute function set_days_of_tasks();
create trigger try_series_again after update of time_zone on diaries
  for each row when (old.time_zone is distinct from new.time_zone) execute function try_series_again();
create trigger program_day before insert or update of baseline_day, baseline_date on diary_programs
  for each row execute function set_program_day();
create trigger phase_days before insert or update of start_day, end_day, start_date, end_date on phase_progress
  for each row execute function set_phase_days();
create trigger activity_day before insert or update of start_day, start_date on activity_activations
  for each row execute function set_activity_day();
create trigger program_days after update of time_zone on diaries
  for each row when (old.time_zone is distinct from new.time_zone) execute function set_days_of_programs();
create trigger remind_of_whole_days after update of reminder_minute on diaries
  for each row when (old.reminder_minute is distinct from new.reminder_minute) execute function remind_of_whole_days();
