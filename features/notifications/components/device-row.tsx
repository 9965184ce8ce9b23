import { Button } from "@mantine/core";
import { useAction, useMutation } from "convex/react";
import { useState } from "react";
import { api, type ReminderTarget } from "../../../lib/api.ts";
import { formatRelativeTime } from "../../../lib/dates/time.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { Actions } from "../../../ui/actions.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { Question } from "../../../ui/question.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { Proving } from "../../account/client/public.ts";
import { DETAIL_NAMES, TARGET_KINDS } from "../client/reminder-words.ts";
import { DeviceDialog } from "./device-dialog.tsx";
import { NtfyTopic } from "./ntfy-topic.tsx";
import styles from "./settings.module.css";

type DeviceRowProps = {
  target: ReminderTarget;
  /** Epoch ms. */
  now: number;
  proving: Proving;
};

/** A device or another place: when a message last arrived, what went wrong, and what one does with it. */
export function DeviceRow({ target, now, proving }: DeviceRowProps) {
  const { _id: deviceId, label, channel, detail, lastOk, failures, disabledAt } = target;
  const sendTest = useAction(api.notifications.sendTest);
  const removeTarget = useMutation(api.notifications.removeTarget);
  const [open, setOpen] = useState<"change" | "remove" | "topic" | null>(null);
  const [isTesting, setIsTesting] = useState(false);
  const close = () => setOpen(null);

  async function test() {
    setIsTesting(true);
    try {
      await sendTest({ deviceId });
      notifySuccess(`Sent to ${label}. It should be there in a moment.`);
    } catch (error) {
      console.error("notifications.sendTest failed", error);
      notifyFailure(getErrorMessage(error, "The test could not be sent"));
    } finally {
      setIsTesting(false);
    }
  }

  async function remove() {
    close();
    try {
      await removeTarget({ deviceId });
      notifySuccess(`${label} was removed.`);
    } catch (error) {
      console.error("notifications.removeTarget failed", error);
      notifyFailure(getErrorMessage(error, "The device could not be removed"));
    }
  }

  const renderButton = (name: string, onClick: () => void, loading = false) => (
    <Button variant="default" px="sm" loading={loading} onClick={onClick} aria-label={`${name}, ${label}`}>
      {name}
    </Button>
  );
  return (
    <li className={styles.device}>
      <p className={styles.name}>{label}</p>
      <Soft>
        {TARGET_KINDS[channel]}
        {detail && `, shows: ${DETAIL_NAMES[detail].toLowerCase()}`}
      </Soft>
      <Soft>
        {lastOk === null ? (
          "Nothing has arrived there yet"
        ) : (
          <>
            Last message{" "}
            <RelativeTime at={lastOk}>{formatRelativeTime(lastOk, Math.max(now, lastOk))}</RelativeTime>
          </>
        )}
      </Soft>
      {disabledAt !== null ? (
        <p className={styles.problem}>
          Nothing is sent there any more: it failed too often. A test tries again.
        </p>
      ) : (
        failures > 0 && <p className={styles.problem}>The last messages could not be sent there.</p>
      )}
      <Actions isTight>
        {renderButton("Send a test", () => void test(), isTesting)}
        {renderButton("Change", () => setOpen("change"))}
        {channel === "ntfy" && renderButton("Show the topic", () => setOpen("topic"))}
        {renderButton("Remove", () => setOpen("remove"))}
      </Actions>
      {open === "change" && <DeviceDialog target={target} onClose={close} />}
      {open === "topic" && <NtfyTopic deviceId={deviceId} proving={proving} onClose={close} />}
      {open === "remove" && (
        <Question
          opened
          title={`Remove ${label}`}
          confirm="Remove"
          onCancel={close}
          onConfirm={() => void remove()}
        >
          <p>Nothing is sent there from then on.</p>
        </Question>
      )}
    </li>
  );
}
