import { Button, Text } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { formatShortDate } from "../../../lib/dates/time.ts";
import { PROOF_HEADER } from "../../../lib/proof-purposes.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { byPassword } from "../client/proving.ts";
import { ProofDialog } from "./proof-dialog.tsx";
import styles from "./section.module.css";
import { Section } from "./section.tsx";

type Passkey = { id: string; name?: string; createdAt: Date };

const getName = ({ name, createdAt }: Passkey) =>
  name || t("account.added", { date: formatShortDate(new Date(createdAt).getTime()) });

/** Throws the refusal of the sign-in service as an error like a function's, for the form to show. */
function throwProblem(problem: AuthProblem | null): void {
  if (problem) throw Object.assign(new Error(problem.code), { data: { message: problem.message } });
}

/** Lists, adds and removes passkeys; both with the password, because a passkey takes its place. */
export function Passkeys() {
  const [passkeys, setPasskeys] = useState<Passkey[]>([]);
  const [open, setOpen] = useState<"new" | Passkey | null>(null);
  const close = () => setOpen(null);

  const load = useCallback(async () => {
    const { data } = await ask(() => embeddedClient.passkey.listUserPasskeys({}));
    if (data) setPasskeys(data);
  }, []);
  useEffect(() => void load(), [load]);

  async function add(proof: string) {
    const { problem } = await ask(async () => {
      const { error } = await embeddedClient.passkey.addPasskey({
        name: t("account.added", { date: formatShortDate(Date.now()) }),
        fetchOptions: { headers: { [PROOF_HEADER]: proof } },
      });
      return { data: null, error };
    });
    throwProblem(problem);
    close();
    notifySuccess(t("account.passkeyAdded"));
    await load();
  }

  async function remove({ id }: Passkey, proof: string) {
    const { problem } = await ask(() =>
      embeddedClient.passkey.deletePasskey({ id, fetchOptions: { headers: { [PROOF_HEADER]: proof } } }),
    );
    throwProblem(problem);
    close();
    notifySuccess(t("account.passkeyRemoved"));
    await load();
  }

  const common = { proving: byPassword, returned: null, onClose: close };
  return (
    <Section title={t("account.passkeys")}>
      <Text mb="sm">{t("account.passkeysHelp")}</Text>
      {passkeys.length > 0 && (
        <List className={styles.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.row}>
              <span>{getName(passkey)}</span>
              <Button variant="default" onClick={() => setOpen(passkey)}>
                {t("account.remove")}
              </Button>
            </li>
          ))}
        </List>
      )}
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen("new")}>
        {t("account.addPasskey")}
      </Button>
      {open === "new" && (
        <ProofDialog
          {...common}
          kept={{ form: "passkey", values: null }}
          title={t("account.addPasskey")}
          label={t("account.addThePasskey")}
          otherwise={t("account.passkeyNotAdded")}
          onProven={add}
        >
          <p>{t("account.passkeyHelp")}</p>
        </ProofDialog>
      )}
      {open !== null && open !== "new" && (
        <ProofDialog
          {...common}
          kept={{ form: "passkey-removal", values: null }}
          title={t("account.removeNamed", { name: getName(open) })}
          label={t("account.remove")}
          otherwise={t("account.passkeyNotRemoved")}
          isDestructive
          onProven={(proof) => remove(open, proof)}
        >
          <p>{t("account.passkeyEnds")}</p>
        </ProofDialog>
      )}
    </Section>
  );
}
