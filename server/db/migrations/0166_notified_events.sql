-- Notifications of what people do (docs/decisions/0154).

-- Notifications that were written with what they tell of, and whose deliveries a planner writes a moment later: whoever
-- writes a note doesn't wait for the choices of all who are told.
create table unplanned_notifications (
  notification_id uuid primary key references notifications (id) on delete cascade
);
