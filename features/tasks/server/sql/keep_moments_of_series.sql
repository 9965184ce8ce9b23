-- The series go on at the moments that the former clock gives; those that go by moments already stay with them. A zone that
-- nobody knows gave none.
create or replace function keep_moments_of_series(notebook uuid, former_zone text) returns void language sql as $f$
  update task_series set clock_zones = clock_zones || former_zone
   where diary_id = notebook and cardinality(clock_zones) % 2 = 0 and is_time_zone(former_zone);
$f$;
