import { Button, Group } from "@mantine/core";
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { CopiedText } from "../../../ui/copied-text.tsx";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Soft } from "../../../ui/text.tsx";
import { ProofDialog, type Proving } from "../../account/client/public.ts";

type NtfyTopicProps = { deviceId: string; proving: Proving; onClose: () => void };

/**
 * Shows the topic of a target again, for another phone; after a re-authentication, because the topic alone lets anyone
 * read along.
 */
export function NtfyTopic({ deviceId, proving, onClose }: NtfyTopicProps) {
  const getTopic = useAction(api.notifications.getNtfyTopic);
  const [topic, setTopic] = useState<{ server: string; topic: string } | null>(null);
  if (topic)
    return (
      <Modal opened onClose={onClose} title="The topic">
        <TopicSteps {...topic} onDone={onClose} />
      </Modal>
    );
  return (
    <ProofDialog
      proving={proving}
      returned={null}
      kept={{ form: "ntfy-topic", values: null }}
      title="Show the topic"
      label="Show the topic"
      otherwise="The topic could not be read"
      onProven={async (proof) => setTopic(await getTopic({ deviceId, proof }))}
      onClose={onClose}
    >
      <p>Whoever knows the topic can read your reminders.</p>
    </ProofDialog>
  );
}

type TopicStepsProps = { server: string; topic: string; onDone: () => void };

/** How the app of ntfy subscribes to a topic. */
export function TopicSteps({ server, topic, onDone }: TopicStepsProps) {
  return (
    <Fields>
      <Soft>
        In the app of ntfy: “Subscribe to topic”, with this server and topic. Whoever knows it can read along.
      </Soft>
      <CopiedText label="Topic" text={topic} />
      <CopiedText label="Server" text={server} />
      <Soft>On iPhones, a server of your own must have upstream-base-url set, or messages come late.</Soft>
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Fields>
  );
}
