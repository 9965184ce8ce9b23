-- New notes and members are news, which the digest and "what is new" read (0225): no row of each reader waits for it. What was
-- planned by an older version is deleted where it only waited for a digest, which reads the same notes.
delete from notifications n
 where n.kind in ('note', 'member-joined')
   and not exists (
     select from notification_deliveries d
      where d.notification_id = n.id and (d.channel <> 'digest' or d.sent_at is not null));

-- Members without a clock of their own: their first digest is computed in the next round.
insert into notification_settings (user_id, next_digest_at)
select distinct user_id, now() from members
on conflict (user_id) do update set next_digest_at = excluded.next_digest_at
  where notification_settings.time_zone is null and notification_settings.next_digest_at is null;
