import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { ReminderTarget } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { List } from "../../../ui/list.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import type { Proving, Returned } from "../../account/client/public.ts";
import { DeviceRow } from "./device-row.tsx";
import { NtfyDialog } from "./ntfy-dialog.tsx";
import styles from "./settings.module.css";
import { ThisDevice } from "./this-device.tsx";

type DevicesProps = {
  targets: readonly ReminderTarget[];
  proving: Proving;
  /** The form that the person left to sign in again. */
  returned: Returned | null;
};

/** Where notifications go: this browser, the person's other devices and ntfy. Webhooks are listed on their own page. */
export function Devices({ targets, proving, returned }: DevicesProps) {
  const now = useMinute();
  const [open, setOpen] = useState(false);
  const [restored, setRestored] = useState<Returned | null>(null);
  const others = targets.filter(({ channel }) => channel !== "webhook");
  const close = () => {
    setOpen(false);
    setRestored(null);
  };
  useEffect(() => {
    if (returned?.form?.form !== "ntfy") return;
    setRestored(returned);
    setOpen(true);
  }, [returned]);
  return (
    <Card as={Section} size="part" title={t("devices.title")}>
      <div className={styles.part}>
        <ThisDevice targets={targets} />
        {others.length > 0 && (
          <List isRuled gap="none">
            {others.map((target) => (
              <DeviceRow key={target._id} target={target} now={now} proving={proving} />
            ))}
          </List>
        )}
        <Soft>
          <Rich
            text="devices.withoutBrowser"
            values={{ link: (content) => <Link to="/account/webhooks">{content}</Link> }}
          />
        </Soft>
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t("devices.addNtfy")}
          </Button>
        </Group>
        {open && <NtfyDialog proving={proving} returned={restored} onClose={close} />}
      </div>
    </Card>
  );
}
