-- Each notebook's clock is one that every part of the program can tell (docs/decisions/0052). Before the migrations that
-- compute days by it.

-- The zones that browsers, servers and PostgreSQL name alike; `isTimeZone` in features/notebooks/rules.ts is the
-- same, but for what this PostgreSQL doesn't know.
create function is_time_zone(name text) returns boolean stable language plpgsql as $f$ begin
  if name !~ '^(UTC|Etc/(UTC|GMT[+-][0-9]{1,2})|(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)(/[A-Z][A-Za-z0-9_-]*){1,2})$'
  then return false; end if;
  perform now() at time zone name;
  return true;
exception when invalid_parameter_value then return false;
end $f$;

-- Names that not all of them know. An offset of hours becomes the zone of it, which has the other sign.
update diaries d
   set time_zone = case when is_time_zone(k.known) then k.known else 'UTC' end
  from (select x.id, coalesce(n.known, case when x.time_zone ~ '^[+-](0[0-9]|1[0-2]):?00$'
                                        then 'Etc/GMT' || translate(left(x.time_zone, 1), '+-', '-+')
                                             || substr(x.time_zone, 2, 2)::int end, 'UTC') as known
          from diaries x
          left join (values
            ('PST', 'America/Los_Angeles'), ('PST8PDT', 'America/Los_Angeles'), ('US/Pacific', 'America/Los_Angeles'),
            ('MST7MDT', 'America/Denver'), ('US/Mountain', 'America/Denver'), ('MST', 'America/Phoenix'),
            ('US/Arizona', 'America/Phoenix'), ('CST', 'America/Chicago'), ('CST6CDT', 'America/Chicago'),
            ('US/Central', 'America/Chicago'), ('EST', 'America/Panama'), ('EST5EDT', 'America/New_York'),
            ('US/Eastern', 'America/New_York'), ('US/Michigan', 'America/Detroit'), ('US/Alaska', 'America/Anchorage'),
            ('AST', 'America/Anchorage'), ('HST', 'Pacific/Honolulu'), ('US/Hawaii', 'Pacific/Honolulu'),
            ('PRT', 'America/Puerto_Rico'), ('CNT', 'America/St_Johns'), ('-03:30', 'America/St_Johns'),
            ('Canada/Newfoundland', 'America/St_Johns'), ('Canada/Atlantic', 'America/Halifax'),
            ('Canada/Eastern', 'America/Toronto'), ('Canada/Central', 'America/Winnipeg'),
            ('Canada/Mountain', 'America/Edmonton'), ('Canada/Pacific', 'America/Vancouver'),
            ('Mexico/General', 'America/Mexico_City'), ('Brazil/East', 'America/Sao_Paulo'), ('BET', 'America/Sao_Paulo'),
            ('AGT', 'America/Argentina/Buenos_Aires'), ('Chile/Continental', 'America/Santiago'),
            ('GB', 'Europe/London'), ('Eire', 'Europe/Dublin'), ('Portugal', 'Europe/Lisbon'), ('WET', 'Europe/Lisbon'),
            ('CET', 'Europe/Brussels'), ('MET', 'Europe/Brussels'), ('EET', 'Europe/Athens'), ('ECT', 'Europe/Paris'),
            ('Poland', 'Europe/Warsaw'), ('Turkey', 'Europe/Istanbul'), ('W-SU', 'Europe/Moscow'),
            ('Israel', 'Asia/Jerusalem'), ('Egypt', 'Africa/Cairo'), ('ART', 'Africa/Cairo'), ('CAT', 'Africa/Maputo'),
            ('EAT', 'Africa/Nairobi'), ('Libya', 'Africa/Tripoli'), ('Iran', 'Asia/Tehran'), ('+03:30', 'Asia/Tehran'),
            ('+04:30', 'Asia/Kabul'), ('PLT', 'Asia/Karachi'), ('IST', 'Asia/Kolkata'), ('+05:30', 'Asia/Kolkata'),
            ('+05:45', 'Asia/Kathmandu'), ('BST', 'Asia/Dhaka'), ('+06:30', 'Asia/Yangon'), ('VST', 'Asia/Ho_Chi_Minh'),
            ('CTT', 'Asia/Shanghai'), ('PRC', 'Asia/Shanghai'), ('Hongkong', 'Asia/Hong_Kong'), ('ROC', 'Asia/Taipei'),
            ('Singapore', 'Asia/Singapore'), ('Japan', 'Asia/Tokyo'), ('JST', 'Asia/Tokyo'), ('ROK', 'Asia/Seoul'),
            ('ACT', 'Australia/Darwin'), ('+09:30', 'Australia/Darwin'), ('AET', 'Australia/Sydney'),
            ('NST', 'Pacific/Auckland'), ('NZ', 'Pacific/Auckland'), ('SST', 'Pacific/Guadalcanal'),
            ('Navajo', 'America/Denver'), ('Jamaica', 'America/Jamaica'), ('Cuba', 'America/Havana'),
            ('Iceland', 'Atlantic/Reykjavik')) n(old, known) on n.old = x.time_zone
         where not is_time_zone(x.time_zone)) k
 where k.id = d.id;
