import { TextInput } from "@mantine/core";
import { useAction, useConvex } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Soft } from "../../../ui/text.tsx";
import { ProvenFormEnd, type Proving, type Returned, useProvenForm } from "../../account/client/public.ts";
import { markOwnActSeen } from "../client/own-act.ts";
import { TopicSteps } from "./ntfy-topic.tsx";

type NtfyDialogProps = {
  proving: Proving;
  /** The form's values from before the user left to sign in again. */
  returned: Returned | null;
  onClose: () => void;
};

/** The form's values that are kept meanwhile. */
type Values = { server: string };

/** Adds a topic of an ntfy server, and shows how the app subscribes to it. */
export function NtfyDialog({ proving, returned, onClose }: NtfyDialogProps) {
  const convex = useConvex();
  const kept = returned?.form?.values as Values | undefined;
  const addNtfy = useAction(api.notifications.addNtfy);
  const [server, setServer] = useState(kept?.server ?? "https://ntfy.sh");
  const [accessToken, setAccessToken] = useState("");
  const [made, setMade] = useState<{ server: string; topic: string } | null>(null);
  const form = useProvenForm(proving, returned, t("devices.ntfyNotAdded"));

  async function add(proof: string) {
    const token = accessToken.trim();
    setMade(await addNtfy({ server, label: "ntfy", ...(token && { accessToken: token }), proof }));
    void markOwnActSeen(convex);
  }
  // Without the token, because kept values are in the browser's storage.
  const values: Values = { server };

  return (
    <Modal opened onClose={onClose} title={t("devices.addNtfy")} closable={!form.isBusy}>
      {made ? (
        <TopicSteps {...made} onDone={onClose} />
      ) : (
        <Fields as="form" ref={form.form} onSubmit={form.onSubmit({ form: "ntfy", values }, add)} noValidate>
          <Soft>{t("devices.aboutNtfy")}</Soft>
          <TextInput
            label={t("devices.server")}
            value={server}
            onChange={(event) => setServer(event.currentTarget.value)}
          />
          <TextInput
            label={t("devices.accessToken")}
            description={t("devices.accessTokenHint")}
            value={accessToken}
            onChange={(event) => setAccessToken(event.currentTarget.value)}
          />
          <ProvenFormEnd form={form} label={t("devices.add")} onClose={onClose} />
        </Fields>
      )}
    </Modal>
  );
}
