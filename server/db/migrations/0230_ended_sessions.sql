-- Live results follow the end of a session: the gate reads whether the session that a token names is open. Sign-ins and
-- renewals change nothing for those who are signed in, so only the end is logged; see functions/log_ended_session.sql.
insert into sync_scopes values ('auth.session', array['id']);
