import { Button } from "@mantine/core";
import { useAction, useMutation } from "convex/react";
import { useState } from "react";
import { api, type ReminderTarget } from "../../../lib/api.ts";
import { formatRelativeTime } from "../../../lib/dates/time.ts";
import { nameDevice } from "../../../lib/device-name.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { Question } from "../../../ui/question.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { Proving } from "../../account/client/public.ts";
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
  const { _id: deviceId, channel, detail, lastOk, failures, disabledAt } = target;
  const label = nameDevice(target.label);
  const sendTest = useAction(api.notifications.sendTest);
  const removeTarget = useMutation(api.notifications.removeTarget);
  const [open, setOpen] = useState<"change" | "remove" | "topic" | null>(null);
  const [isTesting, setIsTesting] = useState(false);
  const close = () => setOpen(null);
  const kind = t("devices.kind", { channel });
  const formatLast = (at: number) => formatRelativeTime(at, Math.max(now, at));

  async function test() {
    setIsTesting(true);
    try {
      await sendTest({ deviceId });
      notifySuccess(t("devices.testSent", { name: label }));
    } catch (error) {
      console.error("notifications.sendTest failed", error);
      notifyFailure(getErrorMessage(error, t("devices.testNotSent")));
    } finally {
      setIsTesting(false);
    }
  }

  async function remove() {
    close();
    try {
      await removeTarget({ deviceId });
      notifySuccess(t("devices.removed", { name: label }));
    } catch (error) {
      console.error("notifications.removeTarget failed", error);
      notifyFailure(getErrorMessage(error, t("devices.notRemoved")));
    }
  }

  const renderButton = (action: string, onClick: () => void, loading = false) => (
    <Button
      variant="default"
      px="sm"
      loading={loading}
      onClick={onClick}
      aria-label={t("devices.actionOn", { action, name: label })}
    >
      {action}
    </Button>
  );
  return (
    <li className={styles.device}>
      <p className={styles.name}>{label}</p>
      <Soft>{detail ? t("devices.kindShows", { kind, detail }) : kind}</Soft>
      <Soft>
        {lastOk === null ? (
          t("devices.nothingArrived")
        ) : (
          <Rich
            text="devices.lastMessage"
            values={{
              time: formatLast(lastOk),
              when: () => <RelativeTime at={lastOk}>{formatLast(lastOk)}</RelativeTime>,
            }}
          />
        )}
      </Soft>
      {disabledAt !== null ? (
        <p className={styles.problem}>{t("devices.stopped")}</p>
      ) : (
        failures > 0 && <p className={styles.problem}>{t("devices.failing")}</p>
      )}
      <Actions isTight>
        {renderButton(t("devices.sendTest"), () => void test(), isTesting)}
        {renderButton(t("devices.change"), () => setOpen("change"))}
        {channel === "ntfy" && renderButton(t("devices.showTopic"), () => setOpen("topic"))}
        {renderButton(t("devices.remove"), () => setOpen("remove"))}
      </Actions>
      {open === "change" && <DeviceDialog target={target} onClose={close} />}
      {open === "topic" && <NtfyTopic deviceId={deviceId} proving={proving} onClose={close} />}
      {open === "remove" && (
        <Question
          opened
          title={t("devices.removeTitle", { name: label })}
          confirm={t("devices.remove")}
          onCancel={close}
          onConfirm={() => void remove()}
        >
          <p>{t("devices.nothingSent")}</p>
        </Question>
      )}
    </li>
  );
}
