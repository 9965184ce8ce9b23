-- A browser that is subscribed for notifications ends with the session in which it was (docs/decisions/0165).

-- The session of the built-in sign-in; null where the sessions are an issuer's.
alter table notification_targets add column session_id text check (char_length(session_id) between 1 and 100);
create index notification_targets_session on notification_targets (session_id) where session_id is not null;
