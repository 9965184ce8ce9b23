-- Until now, accounts made on a server without a mail server counted as proven. Only a mailed link proves an address (to
-- confirm it, or to choose a new password), and each use of one wrote an audit event. Who didn't use one confirms at the
-- next sign-in once there is a mail server; the operator can vouch for those who can't (`npm run admin --
-- confirm-address`). Accounts of another issuer have no row in auth."user"; their next token says whether it is proven.
update auth."user" u set "emailVerified" = false
where "emailVerified" and not exists (
  select from audit_events a
  where a.target_type = 'account' and a.target_id = u.id
    and a.event_type in ('account.emailVerified', 'account.passwordReset'));

update users set email_verified = false
where email_verified
  and clerk_user_id in (select id from auth."user" where not "emailVerified");
