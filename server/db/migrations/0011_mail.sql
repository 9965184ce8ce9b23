-- Mails waiting to be sent, written in the transaction that causes them. The texts are emptied once a
-- mail has left, because they may hold links that open an account.

create table mail_outbox (
  id              uuid        primary key,
  to_address      text        not null check (length(to_address) between 3 and 320),
  subject         text        not null check (length(subject) <= 500),
  text_body       text        not null,
  html_body       text        not null,
  created_at      timestamptz not null default now(),
  attempts        integer     not null default 0,
  -- Null: sent, or given up.
  next_attempt_at timestamptz default now(),
  sent_at         timestamptz,
  last_error      text
);
create index mail_outbox_due on mail_outbox (next_attempt_at) where next_attempt_at is not null;
create index mail_outbox_created on mail_outbox (created_at);
