import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { formatRelativeTime } from "../../../lib/dates/time.ts";
import type { Opening, OpeningKind } from "../../../lib/openings.ts";
import { List } from "../../../ui/list.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { Problem, Soft } from "../../../ui/text.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { endOpenings } from "../client/openings.ts";
import styles from "./section.module.css";

const NAMES: Record<OpeningKind, string> = {
  passkey: "Passkey",
  session: "Signed in",
  token: "Access token",
  calendar: "Calendar link",
  ntfy: "Reminders by ntfy",
  program: "Reminders to a program",
  webhook: "Webhook",
  invitation: "Invitation link",
};

const REMINDERS: readonly OpeningKind[] = ["ntfy", "program"];

type OpeningsDialogProps = {
  openings: readonly Opening[];
  onEnded: () => void;
  onClose: () => void;
};

/** Lists the account's openings besides its password and this browser, and ends all of them with one press. */
export function OpeningsDialog({ openings, onEnded, onClose }: OpeningsDialogProps) {
  const now = useNow();
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);

  async function end() {
    setIsBusy(true);
    const failed = await endOpenings();
    setIsBusy(false);
    if (failed) return setProblem(failed.message);
    notifySuccess("All of it has ended.");
    onEnded();
  }

  return (
    <Modal opened onClose={onClose} title="What else opens your account" closable={!isBusy}>
      {openings.length === 0 ? (
        <p>Nothing besides your password and this browser.</p>
      ) : (
        <>
          <p>
            These open your account without your password, or carry something out of it. If you don't know one
            of them, end all: you can make anew what you need.
          </p>
          <List className={styles.list}>
            {openings.map(({ kind, id, name, madeAt }) => (
              <li key={`${kind} ${id}`}>
                <div>{[NAMES[kind], name].filter(Boolean).join(": ")}</div>
                <Soft>Made {formatRelativeTime(madeAt, Math.max(now, madeAt))}</Soft>
              </li>
            ))}
          </List>
          {openings.some(({ kind }) => REMINDERS.includes(kind)) && (
            <p>Reminders don't come by ntfy or a program any more when you end all.</p>
          )}
        </>
      )}
      {problem && <Problem>{problem}</Problem>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          {openings.length === 0 ? "Close" : "Keep all"}
        </Button>
        {openings.length > 0 && (
          <Button color="red" loading={isBusy} onClick={() => void end()}>
            End all
          </Button>
        )}
      </Group>
    </Modal>
  );
}
