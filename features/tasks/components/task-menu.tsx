import { ActionIcon } from "@mantine/core";
import {
  IconCalendarShare,
  IconDots,
  IconMessage,
  IconPencil,
  IconSun,
  IconSunOff,
  IconTrash,
  IconUserPlus,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Task } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { type MenuParts, RowMenu } from "../../../ui/row-menu.tsx";
import type { TaskDialogName } from "../client/task-dialog-name.ts";
import type { TaskWrites } from "../client/use-task-writes.ts";
import { isFinished, type TaskStatus } from "../rules/states.ts";
import { TASK_STATUSES } from "../rules.ts";

type TaskMenuProps = {
  task: Task;
  isToday: boolean;
  writes: TaskWrites;
  onOpen: (dialog: TaskDialogName, task: Task) => void;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
};

/** The menu of all actions on a task. */
export function TaskMenu(props: TaskMenuProps) {
  const { task, isOpen, onToggle } = props;
  return (
    <RowMenu
      name={t("tasks.moreFor", { title: task.title })}
      width={260}
      isOpen={isOpen}
      onToggle={onToggle}
      opener={(opener) => (
        <ActionIcon
          {...opener}
          variant="subtle"
          size={44}
          aria-label={t("tasks.moreFor", { title: task.title })}
        >
          <IconDots aria-hidden="true" />
        </ActionIcon>
      )}
    >
      {(close, Menu) => <TaskMenuItems {...props} onClose={close} Menu={Menu} />}
    </RowMenu>
  );
}

type TaskMenuItemsProps = TaskMenuProps & { onClose: () => void; Menu: MenuParts };

function TaskMenuItems({ task, isToday, writes, onOpen, onClose, Menu }: TaskMenuItemsProps) {
  const item = (label: string, icon: ReactNode, act: () => void) => (
    <Menu.Item
      leftSection={icon}
      onClick={() => {
        onClose();
        act();
      }}
    >
      {label}
    </Menu.Item>
  );
  const dialog = (label: string, icon: ReactNode, name: TaskDialogName) =>
    item(label, icon, () => onOpen(name, task));
  return (
    <>
      {task.canSetStatus && (
        <>
          <Menu.Label>{t("tasks.status")}</Menu.Label>
          <Menu.RadioGroup
            value={task.status}
            onChange={(next) => {
              onClose();
              writes.setStatus(task, next as TaskStatus);
            }}
          >
            {TASK_STATUSES.map((status) => (
              <Menu.RadioItem
                key={status}
                value={status}
                data-autofocus={status === task.status || undefined}
              >
                {t("taskwords.status", { status })}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
        </>
      )}
      {task.canPlan &&
        !isFinished(task) &&
        item(
          isToday ? t("tasks.removeFromToday") : t("tasks.addToToday"),
          isToday ? <IconSunOff size={20} /> : <IconSun size={20} />,
          () => writes.toggleToday(task),
        )}
      {task.canPlan && dialog(t("tasks.assignTo"), <IconUserPlus size={20} />, "assign")}
      {task.canPlan && dialog(t("tasks.moveTo"), <IconCalendarShare size={20} />, "move")}
      {task.canEdit && dialog(t("tasks.edit"), <IconPencil size={20} />, "edit")}
      {dialog(t("tasks.comments"), <IconMessage size={20} />, "details")}
      {task.canDelete && dialog(t("tasks.delete"), <IconTrash size={20} />, "delete")}
    </>
  );
}
