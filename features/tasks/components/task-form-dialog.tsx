import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useMutation, useQuery } from "convex/react";
import { useEffect, useState } from "react";
import { api, type Task } from "../../../lib/api.ts";
import { getViewersZone, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { createId } from "../../../lib/ids.ts";
import { findRemainingErrors } from "../../../lib/remaining-errors.ts";
import { t } from "../../../lib/words/t.ts";
import { getDraftKey, readDraft, useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { RecurrenceEditor } from "../../../ui/recurrence-editor/recurrence-editor.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useSubmit } from "../../../ui/use-submit.ts";
import { ClockNote, useNotebookClock } from "../../notebooks/client/public.ts";
import { offerReminders } from "../../notifications/client/public.ts";
import { describeRepetition } from "../client/frequency-words.ts";
import { mayAddTasks } from "../client/may-add-tasks.ts";
import { findTaskErrors, type TaskErrors } from "../client/task-errors.ts";
import { showNewTask } from "../client/task-layers.ts";
import { emptyTask, type TaskValues, toDates, toTaskValues } from "../client/task-values.ts";
import { getUnsentTask } from "../client/unsent-task.ts";
import { TASK_DESCRIPTION_LENGTH, TASK_TITLE_LENGTH } from "../rules.ts";
import styles from "./task-form.module.css";

type TaskFormDialogProps = {
  /** The task to edit; absent for a new one. */
  task?: Task;
  /** The notebook of a new task; without it the form has a field for it. */
  diaryId?: string;
  /** The note that a new task belongs to. */
  noteId?: string;
  /** The default day of a new task, `YYYY-MM-DD`; today without it. */
  day?: string;
  /** The default assignee of a new task; nobody without it. */
  assignedTo?: string;
  /** Called after a task is created, where the default message isn't enough. */
  onAdded?: (task: { taskId: string; diaryId: string }) => void;
  onClose: () => void;
};

/** Creates or edits a task. The input for a new one survives closing the dialog. */
export function TaskFormDialog(props: TaskFormDialogProps) {
  const { task, diaryId = "", noteId, day, assignedTo = "", onAdded, onClose } = props;
  const key = getDraftKey("task", noteId ?? diaryId);
  const [start] = useState(() => (task ? toTaskValues(task) : { ...emptyTask(diaryId, ""), assignedTo }));
  const [values, setValues] = useState<TaskValues>(() =>
    task ? start : { ...start, ...readDraft<TaskValues>(key), ...(day !== undefined && { day }) },
  );
  const [sentErrors, setErrors] = useState<TaskErrors>({});
  const clock = useNotebookClock(values.diaryId);
  const errors = findRemainingErrors(sentErrors, findTaskErrors(values, clock ?? getViewersZone()));
  const { isBusy, problem, onSubmit } = useSubmit(task ? t("taskform.notUpdated") : t("taskform.notCreated"));
  const save = useSaveTask(task, noteId);
  const navigate = useNavigate();
  const today = clock && toDayInZone(Date.now(), clock);
  // The default is today in the notebook's zone, known once the notebook is loaded.
  useEffect(() => {
    if (!task && day === undefined && today)
      setValues((now) => (now.day === "" ? { ...now, day: today } : now));
  }, [task, day, today]);
  useKeepDraft(key, values, !task && values.title.trim() !== "");
  const set = (change: Partial<TaskValues>) => setValues((before) => ({ ...before, ...change }));

  function submit(form: HTMLFormElement) {
    const found = findTaskErrors(values, clock ?? getViewersZone());
    setErrors(found);
    if (Object.keys(found).length === 0) return saveAll();
    return void setTimeout(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  }

  async function saveAll() {
    if (clock === undefined) throw new Error("The notebook's clock isn't known yet");
    const taskId = await save(values, clock);
    writeDraft(key, null);
    if (!task && onAdded) onAdded({ taskId, diaryId: values.diaryId });
    else notifySuccess(task ? t("taskform.saved") : t("taskform.added"));
    if (!task && (values.time || values.dueTime))
      offerReminders(() => void navigate({ to: "/notifications/settings" }));
    onClose();
  }

  const text = (
    name: "day" | "time" | "dueDay" | "dueTime" | "endDay",
    label: string,
    type: "date" | "time",
    description?: string,
  ) => (
    <TextInput
      type={type}
      label={label}
      description={description}
      value={values[name]}
      error={errors[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  // Open from the start if it has values, and for errors in them; then as the user leaves it.
  const [isLimited] = useState(values.dueDay !== "" || values.endDay !== "");
  const frequency = task && describeRepetition(task);
  const hasLimits = isLimited || errors.dueDay || errors.dueTime ? true : undefined;
  return (
    <FormDialog
      onClose={onClose}
      title={task ? t("taskform.editTask") : t("taskform.newTask")}
      size="lg"
      submit={task ? t("taskform.save") : t("taskform.add")}
      isBusy={isBusy}
      problem={problem}
      onSubmit={onSubmit(submit)}
    >
      {!task && diaryId === "" && (
        <NotebookField
          values={values}
          error={errors.diaryId}
          set={({ diaryId }) => set({ diaryId, assignedTo })}
        />
      )}
      <TextInput
        label={t("taskform.title")}
        withAsterisk
        data-autofocus
        maxLength={TASK_TITLE_LENGTH}
        value={values.title}
        error={errors.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <GrowingTextarea
        label={t("taskform.description")}
        minRows={2}
        maxLength={TASK_DESCRIPTION_LENGTH}
        value={values.description}
        error={errors.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <AssigneeField values={values} set={set} />
      <div className={styles.pair}>
        {text("day", values.recurrence ? t("taskform.firstDay") : t("shared.day"), "date")}
        {text("time", t("shared.time"), "time")}
      </div>
      {!task && <RecurrenceFields values={values} set={set} />}
      {values.recurrence && text("endDay", t("taskform.lastDay"), "date")}
      {frequency && <p>{t("taskform.onlyThis", { frequency })}</p>}
      <details className={styles.limits} open={hasLimits}>
        <summary>{t("taskform.limits")}</summary>
        <div className={styles.pair}>
          {text("dueDay", t("taskform.dueBy"), "date", t("taskform.dueByHint"))}
          {text("dueTime", t("taskform.dueTime"), "time", t("taskform.dueTimeHint"))}
        </div>
        {!values.recurrence && text("endDay", t("taskform.expiresAfter"), "date", t("taskform.expiresHint"))}
      </details>
      <ClockNote notebookId={values.diaryId} />
    </FormDialog>
  );
}

/** Saves the form, of an existing task only the changed fields; resolves to the task's id. */
function useSaveTask(task: Task | undefined, noteId: string | undefined) {
  const createTask = useMutation(api.tasks.createTask);
  const updateTask = useMutation(api.tasks.updateTask);
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {});
  const me = useLiveQuery(api.users.getCurrentUser, {});
  return async (values: TaskValues, timeZone: string): Promise<string> => {
    const dates = toDates(values, timeZone);
    const title = values.title.trim();
    const description = values.description.trim();
    if (!task) {
      const id = createId();
      const notebook = notebooks?.find(({ _id }) => _id === values.diaryId);
      // Only the server knows the days of a series.
      const task =
        notebook && !values.recurrence
          ? getUnsentTask(values, { notebook, noteId: noteId ?? null, me: me ?? null, id, now: Date.now() })
          : null;
      const create = task ? createTask.withOptimisticUpdate(showNewTask({ task })) : createTask;
      return create({
        id,
        diaryId: values.diaryId,
        title,
        description,
        ...(noteId && { noteId }),
        ...(values.assignedTo && { assignedTo: values.assignedTo }),
        ...dates,
        ...(values.recurrence && { recurrence: values.recurrence }),
      });
    }
    // Texts and dates that the fields show less precisely are sent only if they were changed.
    const before = toTaskValues(task);
    const isChanged = (...names: (keyof TaskValues)[]) => names.some((name) => values[name] !== before[name]);
    await updateTask({
      taskId: task._id,
      ...(isChanged("title") && { title }),
      ...(isChanged("description") && { description }),
      ...(isChanged("day", "time", "dueDay", "dueTime", "endDay") && dates),
      ...(isChanged("assignedTo") &&
        (values.assignedTo ? { assignedTo: values.assignedTo } : { unassign: true })),
    });
    return task._id;
  };
}

type FieldProps = { values: TaskValues; set: (change: Partial<TaskValues>) => void };

function NotebookField({ values, error, set }: FieldProps & { error: string | undefined }) {
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {});
  const choices = (notebooks ?? []).filter(mayAddTasks);
  const only = choices.length === 1 ? choices[0]!._id : null;
  // Preselects the notebook of people who have only one.
  useEffect(() => {
    if (only && values.diaryId === "") set({ diaryId: only });
  });
  return (
    <NativeSelect
      label={t("taskform.notebook")}
      description={notebooks && choices.length === 0 && t("taskform.noNotebook")}
      withAsterisk
      value={values.diaryId}
      error={error}
      data={[
        { value: "", label: t("taskform.chooseNotebook") },
        ...choices.map(({ _id, name, details }) => ({ value: _id, label: `${details.fullName}: ${name}` })),
      ]}
      onChange={(event) => set({ diaryId: event.currentTarget.value })}
    />
  );
}

function AssigneeField({ values, set }: FieldProps) {
  const me = useQuery(api.users.getCurrentUser, {});
  const members = useLiveQuery(api.members.listMembers, values.diaryId ? { diaryId: values.diaryId } : null);
  const choices = (members ?? [])
    .filter(({ canBeAssigned }) => canBeAssigned)
    .map(({ userId, user }) => ({
      value: userId,
      label: userId === me?._id ? t("taskform.me") : user.name || t("taskform.unknownUser"),
    }));
  return (
    <NativeSelect
      label={t("taskform.assignedTo")}
      value={values.assignedTo}
      data={[{ value: "", label: t("taskform.nobody") }, ...choices]}
      onChange={(event) => set({ assignedTo: event.currentTarget.value })}
    />
  );
}

/** The most frequent repetitions, a press each; the fields below have all others. */
const OFTEN: readonly { often: string; recurrence: TaskValues["recurrence"] }[] = [
  { often: "once", recurrence: null },
  { often: "day", recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } } },
  { often: "week", recurrence: { pattern: "interval", interval: { every: 1, unit: "week" } } },
];

function RecurrenceFields({ values, set }: FieldProps) {
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{t("taskform.repetition")}</legend>
      <Group gap="xs" className={styles.often}>
        {OFTEN.map(({ often, recurrence }) => {
          const isChosen = JSON.stringify(values.recurrence) === JSON.stringify(recurrence);
          return (
            <Button
              key={often}
              variant={isChosen ? "filled" : "default"}
              aria-pressed={isChosen}
              onClick={() => set({ recurrence })}
            >
              {t("taskform.often", { often })}
            </Button>
          );
        })}
      </Group>
      <RecurrenceEditor
        value={values.recurrence ?? { pattern: "one-time" }}
        onChange={(recurrence) => set({ recurrence: recurrence.pattern === "one-time" ? null : recurrence })}
      />
    </fieldset>
  );
}
