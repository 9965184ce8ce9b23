import { Button, Checkbox } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { Soft } from "../../../ui/text.tsx";
import { describeFailure } from "../../notes/client/public.ts";
import { useReceipts } from "../client/use-handover.ts";
import styles from "./shift-dialog.module.css";

type SendDialogProps = {
  diaryId: string;
  span?: { fromTime: number; untilTime: number };
  opened: boolean;
  onClose: () => void;
};

/** Sends members a link to the page; the mail contains none of its content. */
export function SendDialog({ opened, onClose, ...rest }: SendDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Send a link">
      {opened && <SendForm {...rest} onSent={onClose} />}
    </Modal>
  );
}

function SendForm({
  diaryId,
  span,
  onSent,
}: Pick<SendDialogProps, "diaryId" | "span"> & { onSent: () => void }) {
  const people = useReceipts(diaryId)?.filter(({ isMe }) => !isMe);
  const [chosen, setChosen] = useState<string[]>([]);
  const [isSending, setIsSending] = useState(false);
  const send = useMutation(api.handover.sendLink);

  async function submit() {
    setIsSending(true);
    try {
      const sent = await send({ diaryId, userIds: chosen, ...(span && { span }) });
      notifySuccess(
        sent > 0
          ? `A link is on its way to ${pluralize(sent, "person", "people")}.`
          : "None of them can get mail right now: their address isn't confirmed, or they switched such mails off.",
      );
      onSent();
    } catch (error) {
      notifyFailure(describeFailure("The link couldn't be sent", error));
      setIsSending(false);
    }
  }

  if (!people) return <Loading label="Loading the members..." rows={2} />;
  if (people.length === 0) return <p>Nobody else is in this notebook.</p>;
  return (
    <div className={styles.form}>
      <Soft>The mail has a link and nothing of what happened. Each of them sees what they may see.</Soft>
      <Checkbox.Group label="To whom" value={chosen} onChange={setChosen}>
        {people.map(({ userId, name }) => (
          <Checkbox key={userId} value={userId} label={name} className={styles.person} />
        ))}
      </Checkbox.Group>
      <Actions>
        <Button disabled={chosen.length === 0} loading={isSending} onClick={submit}>
          Send
        </Button>
      </Actions>
    </div>
  );
}
