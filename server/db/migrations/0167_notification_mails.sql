-- Mails of notifications, their digest, and how people end them (docs/decisions/0162).

-- The address by which whoever gets a mail ends mails of its kind, for the headers of RFC 8058; null for those that
-- nobody can end.
alter table mail_outbox add column unsubscribe_url text check (char_length(unsubscribe_url) <= 500);

-- Whether the digest names notebooks and titles.
alter table notification_settings add column digest_titles boolean not null default false;

-- The limits of mails hold for each kind; a mail about a mention also says which one.
alter table mention_mails
  add column kind text not null default 'mentioned' check (char_length(kind) between 1 and 40),
  add column subject_id uuid;

-- The invited address wants no letters: the invitation was made without one, and its link is passed on by other means.
alter table invitations add column without_letter boolean not null default false;

-- What waits for one target: mails that are written together, and the digest.
create index notification_deliveries_waiting on notification_deliveries (target_id, channel)
  where sent_at is null and outcome is null;

-- The target of channel mail goes with its account, as it came with it.
alter table notification_targets
  drop constraint notification_targets_user_id_fkey,
  add constraint notification_targets_user_id_fkey foreign key (user_id) references users (id) on delete cascade;

-- Everybody whose address is confirmed already has a target of channel mail; `keep_mail_target` keeps it from now on.
alter table notification_targets disable trigger sync_insert;
insert into notification_targets (id, user_id, channel, endpoint_hash)
select gen_random_uuid(), id, 'mail', sha256(convert_to('mail ' || id, 'UTF8'))
  from users where email_verified and email <> ''
on conflict (endpoint_hash) do nothing;
alter table notification_targets enable trigger sync_insert;
