import { Button, Group } from "@mantine/core";
import { useAction } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../lib/api.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { CopiedText } from "../../../ui/copied-text.tsx";
import { Fields } from "../../../ui/fields.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Problem, Soft } from "../../../ui/text.tsx";

/** The topic of a target again, for another phone. */
export function NtfyTopic({ deviceId, onClose }: { deviceId: string; onClose: () => void }) {
  const getTopic = useAction(api.notifications.getNtfyTopic);
  const [topic, setTopic] = useState<{ server: string; topic: string } | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    getTopic({ deviceId }).then(setTopic, (error: unknown) =>
      setProblem(errorMessage(error, "The topic could not be read")),
    );
  }, [getTopic, deviceId]);
  return (
    <Modal opened onClose={onClose} title="The topic">
      {problem && <Problem>{problem}</Problem>}
      {!problem && !topic && <Loading label="Loading the topic..." rows={1} />}
      {topic && <TopicSteps {...topic} onDone={onClose} />}
    </Modal>
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
