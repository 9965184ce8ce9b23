-- What keeps mails within their limits: exact ones for invitations, few about mentions.

-- Counted are rows that others may be adding at the same moment. Whoever invites changes the rows of the notebook and of
-- themselves first, so that of two at once one starts again and counts the other (docs/decisions/0031). Without foreign
-- keys: a notebook's deletion must not wait for those who invite while they wait for it. A row that is left says nothing.
create table invitation_turns (
  of_id uuid primary key,
  taken integer not null default 1
);

-- When somebody was last sent mails about mentions; what is older than a day goes with the next one (docs/decisions/0034).
create table mention_mails (
  user_id uuid not null references users on delete cascade,
  sent_at timestamptz not null
);
create index on mention_mails (user_id, sent_at);
