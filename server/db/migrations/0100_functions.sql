-- Which body of each function of server/db/functions/ the database has, so that only a newer one replaces it
-- (docs/decisions/0100).
create table schema_functions (
  name     text    primary key,
  revision integer not null check (revision > 0),
  hash     text    not null
);
