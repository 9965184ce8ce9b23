import { Button, Text } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { shortDate } from "../../../lib/time.ts";
import { List } from "../../../ui/list.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import styles from "./section.module.css";
import { Section } from "./section.tsx";

type Passkey = { id: string; name?: string; createdAt: Date };

/** Lists, adds and removes passkeys. */
export function Passkeys() {
  const [passkeys, setPasskeys] = useState<Passkey[]>([]);

  const load = useCallback(async () => {
    const { data } = await ask(() => embeddedClient.passkey.listUserPasskeys({}));
    if (data) setPasskeys(data);
  }, []);
  useEffect(() => void load(), [load]);

  async function add() {
    const { problem } = await ask(async () => {
      const { error } = await embeddedClient.passkey.addPasskey({ name: `Added ${shortDate(Date.now())}` });
      return { data: null, error };
    });
    if (problem) return notifyFailure(problem.message);
    notifySuccess("The passkey is added.");
    await load();
  }

  async function remove(id: string) {
    const { problem } = await ask(() => embeddedClient.passkey.deletePasskey({ id }));
    if (problem) return notifyFailure(problem.message);
    await load();
  }

  return (
    <Section title="Passkeys">
      <Text mb="sm">Sign in with this device's fingerprint, face or PIN.</Text>
      {passkeys.length > 0 && (
        <List className={styles.list}>
          {passkeys.map(({ id, name, createdAt }) => (
            <li key={id} className={styles.row}>
              <span>{name || `Added ${shortDate(new Date(createdAt).getTime())}`}</span>
              <Button variant="default" onClick={() => remove(id)}>
                Remove
              </Button>
            </li>
          ))}
        </List>
      )}
      <Button variant="default" onClick={add}>
        Add a passkey
      </Button>
    </Section>
  );
}
