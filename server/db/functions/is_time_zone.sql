-- The zones that browsers, servers and PostgreSQL name alike; `isTimeZone` in features/notebooks/rules.ts is the
-- same, but for what this PostgreSQL doesn't know.
create or replace function is_time_zone(name text) returns boolean stable language plpgsql as $f$ begin
  if name !~ '^(UTC|Etc/(UTC|GMT[+-][0-9]{1,2})|(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)(/[A-Z][A-Za-z0-9_-]*){1,2})$'
  then return false; end if;
  perform now() at time zone name;
  return true;
exception when invalid_parameter_value then return false;
end $f$;
