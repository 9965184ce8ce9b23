-- What happens to the security of an account is notified to its person in the transaction that records it, whoever does it.
-- The acts are SECURITY_ACTS in features/notifications/rules/security.ts; a test compares them.
create or replace function notify_security() returns trigger language plpgsql as $f$
declare
  act text := case new.event_type
    when 'account.signedIn' then case
      when new.details->>'method' = 'backup code' then 'backup-code-used'
      when new.details->>'device' = 'new' then 'signed-in' end
    when 'account.passwordChanged' then 'password-changed'
    when 'account.passwordReset' then 'password-changed'
    when 'account.emailChangeRequested' then 'email-change-asked'
    when 'account.emailChanged' then 'email-changed'
    when 'account.twoFactorEnabled' then 'two-factor-on'
    when 'account.twoFactorDisabled' then
      case when new.details->>'by' = 'operator' then 'two-factor-reset' else 'two-factor-off' end
    when 'account.backupCodesRenewed' then 'backup-codes-renewed'
    when 'account.passkeyAdded' then 'passkey-added'
    when 'account.passkeyRemoved' then 'passkey-removed'
    when 'account.accessTokenMade' then 'access-token-made'
    when 'account.sessionsRevoked' then
      case when new.details->>'by' = 'operator' then 'signed-out-by-operator' else 'signed-out-elsewhere' end
    when 'account.closed' then 'account-closed'
    when 'account.reopened' then 'account-reopened'
    when 'admin.promoted' then 'admin-granted'
    when 'admin.demoted' then 'admin-revoked'
    when 'device.added' then 'device-added'
    when 'notebook.copied' then 'notebook-copied'
    when 'calendarFeed.created' then 'calendar-link'
    when 'calendarFeed.linkReplaced' then 'calendar-link'
    when 'invitation.created' then case when new.details->>'by' = 'link' then 'invitation-link' end
    when 'webhook.made' then 'webhook-made'
    when 'webhook.addressChanged' then 'webhook-address-new'
    when 'webhook.secretRotated' then 'webhook-secret-new'
    when 'webhook.removed' then 'webhook-removed'
  end;
begin
  if act is null then return null; end if;
  with made as (
    insert into notifications
      (id, dedupe, user_id, kind, subject_kind, group_key, due_at, act, act_detail, act_session)
    select gen_random_uuid(), 'security ' || new.id, u.id, 'security', 'account', 'security', now(), act,
           left(new.details->>'browser', 100), new.session_id
      from users u
     where case new.target_type when 'account' then u.clerk_user_id = new.target_id
                                when 'user' then u.id = new.target_id::uuid
                                else u.id = new.actor_id end
       and u.deleted_at is null
        on conflict (dedupe) do nothing
    returning id
  )
  insert into unplanned_notifications select id from made;
  return null;
end $f$;
create or replace trigger notify_security after insert on audit_events for each row
  when (new.target_type in ('account', 'user', 'device')
        or new.event_type in ('notebook.copied', 'calendarFeed.created', 'calendarFeed.linkReplaced',
                              'webhook.made', 'webhook.addressChanged', 'webhook.secretRotated',
                              'webhook.removed', 'invitation.created'))
  execute function notify_security();
