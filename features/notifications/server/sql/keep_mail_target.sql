-- Somebody whose address is confirmed has exactly one target of channel mail, whoever writes the account. It holds no
-- address: a mail goes to the one that the account has at that time.
create or replace function keep_mail_target() returns trigger language plpgsql as $f$ begin
  if new.email_verified and new.email <> '' then
    insert into notification_targets (id, user_id, channel, endpoint_hash)
    values (gen_random_uuid(), new.id, 'mail', sha256(convert_to('mail ' || new.id, 'UTF8')))
    on conflict (endpoint_hash) do nothing;
  else
    delete from notification_targets where user_id = new.id and channel = 'mail';
  end if;
  return null;
end $f$;
create or replace trigger keep_mail_target_of_new after insert on users for each row
  when (new.email_verified and new.email <> '') execute function keep_mail_target();
create or replace trigger keep_mail_target after update of email, email_verified on users for each row
  when ((new.email_verified and new.email <> '') is distinct from (old.email_verified and old.email <> ''))
  execute function keep_mail_target();
