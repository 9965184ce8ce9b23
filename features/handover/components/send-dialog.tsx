import { Button, Checkbox } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
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
    <Modal opened={opened} onClose={onClose} title={t("handoverlink.title")}>
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
      notifySuccess(sent > 0 ? t("handoverlink.sent", { count: sent }) : t("handoverlink.noneGetsMail"));
      onSent();
    } catch (error) {
      notifyFailure(describeFailure(t("handoverlink.notSent"), error));
      setIsSending(false);
    }
  }

  if (!people) return <Loading label={t("handoverlink.loading")} rows={2} />;
  if (people.length === 0) return <p>{t("handoverlink.nobody")}</p>;
  return (
    <div className={styles.form}>
      <Soft>{t("handoverlink.hint")}</Soft>
      <Checkbox.Group label={t("handoverlink.toWhom")} value={chosen} onChange={setChosen}>
        {people.map(({ userId, name }) => (
          <Checkbox key={userId} value={userId} label={name} className={styles.person} />
        ))}
      </Checkbox.Group>
      <Actions>
        <Button disabled={chosen.length === 0} loading={isSending} onClick={submit}>
          {t("handoverlink.send")}
        </Button>
      </Actions>
    </div>
  );
}
