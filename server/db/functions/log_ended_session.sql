-- Notes the end of a session for live results, whoever ends it. A session that has only run out ends its tokens by their own time.
-- The sign-in's connections look for tables in their own schema first.
create or replace function log_ended_session() returns trigger language plpgsql set search_path = public as $f$ begin
  insert into sync_log (scope) values ('auth.session/id=' || old."id");
  return null;
end $f$;
create or replace trigger log_ended_session after delete on auth."session" for each row execute function log_ended_session();
