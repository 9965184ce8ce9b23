import { Button, Group, Switch, TextInput } from "@mantine/core";
import { useMutation } from "convex/react";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { Problem } from "../../../ui/text.tsx";
import {
  findErrors,
  getChanges,
  PROGRAM_WORDS,
  type ProgramErrors,
  type ProgramValues,
  toValues,
} from "../client/program-values.ts";
import { ADMIN_MESSAGES, PROGRAM_NAME_LENGTH, VERSION_STEP } from "../rules.ts";
import type { ProgramRow } from "../schema.ts";

const FLAGS = [
  ["isActive", "adminprogram.active", "adminprogram.activeHelp"],
  ["isPublic", "adminprogram.public", "adminprogram.publicHelp"],
  ["isOfficial", "adminprogram.official", "adminprogram.officialHelp"],
] as const;

/** Changes a program's name, version and flags; only changed values are sent (workspace 5). */
export function ProgramDialog({ program, onClose }: { program: ProgramRow; onClose: () => void }) {
  // The program as it was when the dialog opened, so that concurrent changes of others are neither shown as ours nor
  // sent.
  const [start] = useState(program);
  const [values, setValues] = useState<ProgramValues>(() => toValues(start));
  const [isNoNumber, setIsNoNumber] = useState(false);
  const [errors, setErrors] = useState<ProgramErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const updateProgram = useMutation(api.admin.updateProgramAdmin);
  const changes = getChanges(start, values);
  const isChanged = isNoNumber || Object.keys(changes).length > 0;
  const set = (change: Partial<ProgramValues>) => setValues((before) => ({ ...before, ...change }));
  const focus = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSaving) return;
    if (!isChanged) return onClose();
    const found = {
      ...findErrors(values),
      ...(isNoNumber && { version: PROGRAM_WORDS.versionNumber }),
    };
    flushSync(() => {
      setErrors(found);
      setFailure(null);
    });
    if (Object.keys(found).length > 0) {
      focus("[aria-invalid=true]");
      return;
    }
    setIsSaving(true);
    try {
      await updateProgram({ programId: start._id, ...changes });
      notifySuccess(t("adminprogram.updated"));
      onClose();
    } catch (error) {
      console.error(writeMessage(ADMIN_MESSAGES.updateFailed), error);
      flushSync(() => {
        setFailure(getErrorMessage(error, writeMessage(ADMIN_MESSAGES.updateFailed)));
        setIsSaving(false);
      });
      // The button lost the focus while it was disabled.
      focus("button[type=submit]");
    }
  }

  /**
   * Handles Enter in a field: browsers don't submit a form whose button is disabled, as it is while nothing has
   * changed.
   */
  function onKeyDown({ key, target }: KeyboardEvent) {
    if (key === "Enter" && !isChanged && target instanceof HTMLInputElement && target.type !== "checkbox") {
      onClose();
    }
  }

  return (
    <Modal opened onClose={onClose} title={t("adminprogram.title")} closable={!isSaving}>
      <Fields as="form" ref={form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
        <TextInput
          label={t("adminprogram.name")}
          withAsterisk
          data-autofocus
          maxLength={PROGRAM_NAME_LENGTH}
          value={values.name}
          error={errors.name && writeMessage(errors.name)}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          type="number"
          inputMode="decimal"
          label={t("adminprogram.version")}
          withAsterisk
          min={0}
          step={VERSION_STEP}
          description={t("adminprogram.versionHelp")}
          value={values.version}
          error={errors.version && writeMessage(errors.version)}
          onChange={({ currentTarget }) => {
            // A number field reports letters as an empty value.
            setIsNoNumber(currentTarget.validity.badInput);
            set({ version: currentTarget.value });
          }}
        />
        {FLAGS.map(([flag, label, description]) => (
          <Switch
            key={flag}
            label={t(label)}
            description={t(description)}
            checked={values[flag]}
            onChange={(event) => set({ [flag]: event.currentTarget.checked })}
          />
        ))}
        {failure && <Problem>{failure}</Problem>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isSaving}>
            {t("adminprogram.cancel")}
          </Button>
          <Button type="submit" disabled={!isChanged || isSaving}>
            {isSaving ? t("adminprogram.saving") : t("adminprogram.save")}
          </Button>
        </Group>
      </Fields>
    </Modal>
  );
}
