-- Two people may change the newest list of medications of a notebook at the same moment. Whoever writes a list changes the
-- row of the notebook first, so that of two at once one starts again and sees the other's list (docs/decisions/0133).
-- Without a foreign key, as invitation_turns: a notebook's deletion must not wait. A row that is left says nothing.
create table medication_turns (
  of_id uuid primary key,
  taken integer not null default 1
);
