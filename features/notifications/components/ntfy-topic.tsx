import { Button, Group } from "@mantine/core";
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
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
      <Modal opened onClose={onClose} title={t("devices.topicTitle")}>
        <TopicSteps {...topic} onDone={onClose} />
      </Modal>
    );
  return (
    <ProofDialog
      proving={proving}
      returned={null}
      kept={{ form: "ntfy-topic", values: null }}
      title={t("devices.showTopic")}
      label={t("devices.showTopic")}
      otherwise={t("devices.topicNotRead")}
      onProven={async (proof) => setTopic(await getTopic({ deviceId, proof }))}
      onClose={onClose}
    >
      <p>{t("devices.whoKnows")}</p>
    </ProofDialog>
  );
}

type TopicStepsProps = { server: string; topic: string; onDone: () => void };

/** How the app of ntfy subscribes to a topic. */
export function TopicSteps({ server, topic, onDone }: TopicStepsProps) {
  return (
    <Fields>
      <Soft>{t("devices.subscribe")}</Soft>
      <CopiedText label={t("devices.topic")} text={topic} />
      <CopiedText label={t("devices.server")} text={server} />
      <Soft>{t("devices.upstream")}</Soft>
      <Group justify="flex-end">
        <Button onClick={onDone}>{t("devices.done")}</Button>
      </Group>
    </Fields>
  );
}
