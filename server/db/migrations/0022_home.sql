-- The tasks of a notebook that were completed last, for the dashboard of its members.
create index tasks_completed on tasks (diary_id, completed_at desc) where status = 'completed';
