import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { Card } from "../../../ui/card.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { DeviceRow } from "./device-row.tsx";
import { NtfyDialog } from "./ntfy-dialog.tsx";
import styles from "./settings.module.css";
import { ThisDevice } from "./this-device.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";

/** Where notifications go: this browser, the person's other devices, ntfy and programs of their own. */
export function Devices() {
  const targets = useLiveQuery(api.notifications.listTargets, {});
  const now = useMinute();
  const [open, setOpen] = useState<"ntfy" | "webhook" | null>(null);
  const close = () => setOpen(null);
  return (
    <Card as={Section} size="part" title="Where it reaches you">
      {!targets ? (
        <Loading label="Loading your devices..." rows={1} />
      ) : (
        <div className={styles.part}>
          <ThisDevice targets={targets} />
          {targets.length > 0 && (
            <List isRuled gap="none">
              {targets.map((target) => (
                <DeviceRow key={target._id} target={target} now={now} />
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
          {open === "ntfy" && <NtfyDialog onClose={close} />}
          {open === "webhook" && <WebhookDialog onClose={close} />}
        </div>
      )}
    </Card>
  );
}
