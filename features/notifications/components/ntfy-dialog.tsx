import { Button, Group, TextInput } from "@mantine/core";
import { useAction, useConvex } from "convex/react";
import { type FormEvent, useState } from "react";
import { api } from "../../../lib/api.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Problem, Soft } from "../../../ui/text.tsx";
import { seeOwnAct } from "../client/own-act.ts";
import { TopicSteps } from "./ntfy-topic.tsx";

/** Adds a topic of an ntfy server, and shows how the app subscribes to it. */
export function NtfyDialog({ onClose }: { onClose: () => void }) {
  const convex = useConvex();
  const addNtfy = useAction(api.notifications.addNtfy);
  const [server, setServer] = useState("https://ntfy.sh");
  const [accessToken, setAccessToken] = useState("");
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [made, setMade] = useState<{ server: string; topic: string } | null>(null);

  async function add(event: FormEvent) {
    event.preventDefault();
    setIsBusy(true);
    setProblem("");
    try {
      const token = accessToken.trim();
      setMade(await addNtfy({ server, label: "ntfy", ...(token && { accessToken: token }) }));
      void seeOwnAct(convex);
    } catch (error) {
      setProblem(errorMessage(error, "ntfy could not be added"));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Modal opened onClose={onClose} title="Add ntfy" closable={!isBusy}>
      {made ? (
        <TopicSteps {...made} onDone={onClose} />
      ) : (
        <Fields as="form" onSubmit={add}>
          <Soft>
            ntfy is a free app for messages, also on your own server. It is told only that there is a
            reminder, not what it is, unless you choose otherwise afterwards.
          </Soft>
          <TextInput
            label="Server"
            value={server}
            onChange={(event) => setServer(event.currentTarget.value)}
          />
          <TextInput
            label="Access token"
            description="Only where the server asks for one."
            value={accessToken}
            onChange={(event) => setAccessToken(event.currentTarget.value)}
          />
          {problem && <Problem>{problem}</Problem>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              Add
            </Button>
          </Group>
        </Fields>
      )}
    </Modal>
  );
}
