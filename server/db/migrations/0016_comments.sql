-- Comments: sealed ones, what their lists are read by, who was told of a mention by mail, and proven addresses.

-- Whether the provider says that the address was proven; nobody else is sent a mail about a mention.
alter table users add column email_verified boolean not null default false;

-- A comment on an encrypted note is sealed as the note is (docs/decisions/0034).
alter table comments
  alter column content drop not null,
  add column sealed bytea check (length(sealed) <= 40100),
  add check (num_nonnulls(content, sealed) = 1);

-- Everybody who was ever sent a mail about this comment, so that no edit sends them another.
alter table comments add column told uuid[] not null default '{}';

-- Creator and visibility serve one question that every list asks: has this member said things here that others don't
-- see? So a comment doesn't have the access of all its readers checked again.
delete from sync_scopes where table_name = 'comments';
drop function sync_comments_insert, sync_comments_update, sync_comments_delete, sync_comments_truncate cascade;
select sync_track('comments', array['diary_id', 'diary_id,created_by,visibility']);

-- Comments name only the thing they hang on, so its notebook is found by its id.
delete from sync_scopes where table_name in ('tasks', 'diary_programs');
drop function sync_tasks_insert, sync_tasks_update, sync_tasks_delete, sync_tasks_truncate,
  sync_diary_programs_insert, sync_diary_programs_update, sync_diary_programs_delete, sync_diary_programs_truncate
  cascade;
select sync_track('tasks', array['diary_id', 'id']);
select sync_track('diary_programs', array['diary_id', 'id']);
