import { Alert, Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../lib/words/t.ts";
import { Problem } from "./text.tsx";

export type FormEndProps = {
  /** The label of the submit button. */
  submit: string;
  /** The label of the other button. */
  cancel?: string;
  /** While it is sent, nothing else can be pressed. */
  isBusy?: boolean;
  /** False while there is nothing to submit. */
  maySubmit?: boolean;
  /** With a red submit button. */
  isDestructive?: boolean;
  /** Whether the submit button gets the focus first. */
  isSubmitFirst?: boolean;
  /** Why it failed. */
  problem?: string | null | undefined;
  /** What failed, where the problem alone leaves that open. */
  problemTitle?: string;
  /** A further button. */
  more?: ReactNode;
  onCancel: () => void;
};

/** The end of a dialog's form: why it failed, and the buttons. */
export function FormEnd(props: FormEndProps) {
  const {
    submit,
    cancel = t("ui.cancel"),
    isBusy = false,
    maySubmit = true,
    isDestructive,
    isSubmitFirst,
  } = props;
  const { problem, problemTitle, more, onCancel } = props;
  return (
    <>
      {problem && !problemTitle && <Problem>{problem}</Problem>}
      {problem && problemTitle && (
        <Alert color="red" variant="outline" role="alert" title={problemTitle}>
          {`${problem.replace(/\.$/, "")}.`}
        </Alert>
      )}
      <Group justify="flex-end">
        {more}
        <Button variant="default" onClick={onCancel} disabled={isBusy}>
          {cancel}
        </Button>
        <Button
          type="submit"
          color={isDestructive ? "red" : undefined}
          loading={isBusy}
          disabled={!maySubmit}
          data-autofocus={isSubmitFirst || undefined}
        >
          {submit}
        </Button>
      </Group>
    </>
  );
}
