-- A session that is used is renewed, but ends after ninety days all the same (docs/decisions/0208): a copied one, too.
create or replace function end_session_in_time() returns trigger language plpgsql as $f$ begin
  new."expiresAt" := least(new."expiresAt", new."createdAt" + interval '90 days');
  return new;
end $f$;
create or replace trigger end_session_in_time before insert or update of "expiresAt" on auth."session" for each row
  execute function end_session_in_time();
