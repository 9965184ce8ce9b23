-- Who completed a task, for whoever wonders whether it was done and by whom; null where it was done before this was kept.
alter table tasks add column completed_by uuid references users (id);
alter table tasks add check (completed_by is null or completed_at is not null);
