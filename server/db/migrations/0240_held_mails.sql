-- A mail that isn't taken says whose fault it is. Held by the server: it refuses us, whatever we send, or can't be reached.
-- Held by the letter: its addressee or its text was refused, which is the letter's own fault only once the same server has
-- taken another one. Both are tried for days; the text stays for a while after that, so that an operator can send it again.
alter table mail_outbox
  add column held_by       text check (held_by in ('server', 'letter')),
  add column held_since    timestamptz,
  -- While a node is sending it.
  add column claimed_until timestamptz,
  -- The first attempt, or the first one after an operator's `try-again`.
  add column tried_since   timestamptz;
create index mail_outbox_held on mail_outbox (held_since) where held_since is not null;
