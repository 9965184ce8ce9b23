import { Alert, Button, Tabs } from "@mantine/core";
import {
  type Dispatch,
  type FormEvent,
  type ReactNode,
  type SetStateAction,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from "react";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { findRemainingErrors } from "../../../lib/remaining-errors.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { ChoiceTabs } from "../../../ui/choice-tabs.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { UnsavedGuard, UnsavedQuestion } from "../../../ui/unsaved-changes.tsx";
import { useWaitsForNetwork } from "../../../ui/use-waits-for-network.ts";
import { findNotebookErrors, findTabOfErrors, type NotebookErrors } from "../client/notebook-errors.ts";
import { NOTEBOOK_TABS, type NotebookTab, type NotebookValues } from "../client/notebook-values.ts";
import { NOTEBOOK_MESSAGES } from "../rules.ts";
import { BasicFields } from "./basic-fields.tsx";
import { InsuranceFields } from "./insurance-fields.tsx";
import { LegalFields } from "./legal-fields.tsx";
import { MedicalFields } from "./medical-fields.tsx";
import styles from "./notebook-form.module.css";

const FIELDS = {
  basic: BasicFields,
  medical: MedicalFields,
  legal: LegalFields,
  insurance: InsuranceFields,
};

type NotebookFormProps = {
  /** A new notebook allows moving freely between tabs; an edited one saves, or asks, on a change of tab. */
  isNew: boolean;
  values: NotebookValues;
  /** The state setter of the values; must be stable. */
  onChange: Dispatch<SetStateAction<NotebookValues>>;
  isDirty: boolean;
  /** Saves the form; an error is shown next to the button. */
  save: () => Promise<void>;
  /** Called after the last save. */
  onDone: () => void;
  /** Discards unsaved input. */
  onDiscard: () => void;
  cancel: ReactNode;
  /** Extra content next to the time zone. */
  timeZoneNote?: ReactNode;
  /** Content above the tabs; may contain a submit button. */
  above?: (save: () => void) => ReactNode;
};

/** The form of a new or an existing notebook, in four tabs (care-core 2 and 5). */
export function NotebookForm(props: NotebookFormProps) {
  const { isNew, values, onChange, isDirty, save, onDone, onDiscard, cancel, above } = props;
  const [tab, setTab] = useState<NotebookTab>("basic");
  // Deferred: the tab reacts at once, its many fields render afterwards.
  const renderedTab = useDeferredValue(tab);
  const [requestedTab, setRequestedTab] = useState<NotebookTab | null>(null);
  const [errors, setErrors] = useState<NotebookErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const isWaiting = useWaitsForNetwork(isSaving);
  const form = useRef<HTMLFormElement>(null);
  const state = useRef({ isDirty, isMounted: true, isWrong: false });
  state.current.isDirty = isDirty && !isSaving;
  const at = NOTEBOOK_TABS.findIndex(({ id }) => id === tab);
  const nextTab = NOTEBOOK_TABS[at + 1]?.id;
  const failed = isNew
    ? writeMessage(NOTEBOOK_MESSAGES.createFailed)
    : writeMessage(NOTEBOOK_MESSAGES.updateFailed);

  const set = useCallback(
    (change: Partial<NotebookValues>) => onChange((before) => ({ ...before, ...change })),
    [onChange],
  );

  useEffect(() => {
    const { current } = state;
    current.isMounted = true;
    return () => {
      current.isMounted = false;
    };
  }, []);

  // After a failed validation, focuses the first invalid field once its tab is rendered.
  useEffect(() => {
    if (!state.current.isWrong || renderedTab !== tab) return;
    state.current.isWrong = false;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  });

  async function validateAndSave(): Promise<boolean> {
    const found = findNotebookErrors(values);
    const wrongTab = findTabOfErrors(found);
    if (wrongTab) setTab(wrongTab);
    setErrors(found);
    setFailure(null);
    state.current.isWrong = wrongTab !== null;
    if (wrongTab) return false;
    setIsSaving(true);
    try {
      await save();
      // The page may be left before the next render.
      state.current.isDirty = false;
      return true;
    } catch (error) {
      console.error(failed, error);
      const message = getErrorMessage(error, failed);
      if (state.current.isMounted) setFailure(message);
      else notifyFailure(t("notebookform.lateFailure", { failed, reason: message }));
      return false;
    } finally {
      setIsSaving(false);
    }
  }

  function show(next: NotebookTab) {
    setTab(next);
    form.current?.scrollIntoView({ block: "start" });
    form.current?.querySelector<HTMLElement>(`[data-tab=${next}]`)?.focus({ preventScroll: true });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSaving) return;
    if ((isNew || isDirty) && !(await validateAndSave())) return;
    if (!isNew && nextTab) show(nextTab);
    else if (state.current.isMounted) onDone();
  }

  function change(next: string | null) {
    if (!next || next === tab) return;
    if (!isNew && isDirty) setRequestedTab(next as NotebookTab);
    else setTab(next as NotebookTab);
  }

  function leaveTab() {
    onDiscard();
    setErrors({});
    setFailure(null);
    if (requestedTab) setTab(requestedTab);
    setRequestedTab(null);
  }

  const Fields = FIELDS[renderedTab];
  const tabs = NOTEBOOK_TABS.map(({ id, label }, index) => ({
    value: id,
    label: t("notebookform.tab", { number: index + 1, name: t(label) }),
  }));
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      {above?.(() => void validateAndSave())}
      <Tabs variant="pills" value={tab} onChange={change} activateTabWithKeyboard={isNew} keepMounted={false}>
        <ChoiceTabs label={t("notebookform.tabs")} tabs={tabs} />
        <Tabs.Panel value={tab} className={styles.panel}>
          <Fields
            values={values}
            errors={findRemainingErrors(errors, findNotebookErrors(values))}
            set={set}
            timeZoneNote={props.timeZoneNote}
          />
        </Tabs.Panel>
      </Tabs>
      <div className={styles.foot}>
        {failure && (
          <Alert
            color="red"
            variant="outline"
            title={isNew ? t("notebookform.notCreated") : t("notebookform.notSaved")}
          >
            {failure}
          </Alert>
        )}
        <div role="status">{isWaiting && t("notebookform.waiting")}</div>
        <div className={styles.actions}>
          <Button type="submit" px="md" loading={isSaving}>
            {isNew
              ? t("notebookform.create")
              : nextTab
                ? t("notebookform.saveAndNext")
                : t("notebookform.save")}
          </Button>
          {isNew && nextTab && (
            <Button variant="default" px="md" onClick={() => show(nextTab)}>
              {t("notebookform.next")}
            </Button>
          )}
          {cancel}
        </div>
      </div>
      <UnsavedGuard isDirty={() => state.current.isDirty} onLeave={onDiscard} />
      <UnsavedQuestion
        opened={requestedTab !== null}
        onStay={() => setRequestedTab(null)}
        onLeave={leaveTab}
      />
    </form>
  );
}
