-- The pauses that are over, so that a picture of the program shows them: [{"from": day, "to": day}], both included, in the
-- order in which they ended (docs/decisions/0139). Pauses that ended before this migration aren't known.
alter table diary_programs add column pauses jsonb not null default '[]';
