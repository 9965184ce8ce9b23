import { Button, Group } from "@mantine/core";
import { useEffect, useState } from "react";
import type { ReminderTarget } from "../../../lib/api.ts";
import { Card } from "../../../ui/card.tsx";
import { List } from "../../../ui/list.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import type { Proving, Returned } from "../../account/client/public.ts";
import { DeviceRow } from "./device-row.tsx";
import { NtfyDialog } from "./ntfy-dialog.tsx";
import styles from "./settings.module.css";
import { ThisDevice } from "./this-device.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";

type DevicesProps = {
  targets: readonly ReminderTarget[];
  proving: Proving;
  /** The form that the person left to sign in again. */
  returned: Returned | null;
};

/** Where notifications go: this browser, the person's other devices, ntfy and programs of their own. */
export function Devices({ targets, proving, returned }: DevicesProps) {
  const now = useMinute();
  const [open, setOpen] = useState<"ntfy" | "webhook" | null>(null);
  const [restored, setRestored] = useState<Returned | null>(null);
  const close = () => {
    setOpen(null);
    setRestored(null);
  };
  useEffect(() => {
    const form = returned?.form?.form;
    if (form !== "ntfy" && form !== "program") return;
    setRestored(returned);
    setOpen(form === "ntfy" ? "ntfy" : "webhook");
  }, [returned]);
  return (
    <Card as={Section} size="part" title="Where it reaches you">
      <div className={styles.part}>
        <ThisDevice targets={targets} />
        {targets.length > 0 && (
          <List isRuled gap="none">
            {targets.map((target) => (
              <DeviceRow key={target._id} target={target} now={now} proving={proving} />
            ))}
          </List>
        )}
        <Soft>Without a browser: the free app ntfy, or a program of your own.</Soft>
        <Group>
          <Button variant="default" onClick={() => setOpen("ntfy")}>
            Add ntfy
          </Button>
          <Button variant="default" onClick={() => setOpen("webhook")}>
            Add a webhook
          </Button>
        </Group>
        {open === "ntfy" && <NtfyDialog proving={proving} returned={restored} onClose={close} />}
        {open === "webhook" && <WebhookDialog proving={proving} returned={restored} onClose={close} />}
      </div>
    </Card>
  );
}
