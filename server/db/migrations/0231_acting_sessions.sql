-- The session of the built-in sign-in in which something was done: what it tells of an account's security can't be
-- marked as seen by it (docs/decisions/0207).
alter table audit_events add column session_id text;
alter table notifications add column act_session text;
