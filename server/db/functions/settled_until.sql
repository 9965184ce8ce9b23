-- A time up to which nothing can be added any more: whatever has an earlier recorded time is committed or gone. It is a
-- second before the oldest transaction of this role that has written, or may still write; one that has only read for a
-- minute, such as a backup, doesn't count.
-- pg_stat_activity isn't part of a snapshot: whoever asks must ask before the snapshot is taken.
create or replace function settled_until() returns timestamptz language sql volatile as $$
  select least(now(), min(xact_start)) - interval '1 second'
    from pg_stat_activity
   where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
     and backend_type = 'client backend'
     and (backend_xid is not null or xact_start > now() - interval '1 minute')
$$;
