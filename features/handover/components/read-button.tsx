import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { describeFailure } from "../../notes/client/public.ts";
import { listKeys } from "../rules/keys.ts";
import { formatMoment } from "../rules/words.ts";
import type { Handover } from "../schema.ts";
import styles from "./read-button.module.css";

/** "I've read this up to 14:02": marks the entries shown, not the moment of the press. It can be undone. */
export function ReadButton({ handover }: { handover: Handover }) {
  const { diaryId, since, upTo, tail, timeZone } = handover;
  const words = { now: useMinute(), timeZone };
  const mark = useMutation(api.handover.markRead);
  const replaceShown = useMutation(api.handover.markUnreadFrom);
  const [pressed, setPressed] = useState<{ upTo: number; keys: ReadonlySet<string> } | null>(null);
  const isRead = pressed !== null && listKeys(handover).every((key) => pressed.keys.has(key));

  async function read() {
    setPressed({ upTo, keys: new Set(listKeys(handover)) });
    try {
      await mark({ diaryId, upTo, tail, noteId: handover.handoverNotes.shown[0]?.id ?? null });
    } catch (error) {
      setPressed(null);
      notifyFailure(describeFailure(t("handover.notRead"), error));
    }
  }

  async function markUnread() {
    try {
      await replaceShown({ diaryId, upTo: since });
      setPressed(null);
    } catch (error) {
      notifyFailure(describeFailure(t("handover.notUnread"), error));
    }
  }

  return (
    <div className={`${styles.read} no-print`}>
      {isRead ? (
        <>
          <p className={styles.done} role="status">
            {t("handover.readUpTo", { when: formatMoment(pressed.upTo, words) })}
          </p>
          <Button variant="subtle" onClick={markUnread}>
            {t("handover.markUnread")}
          </Button>
        </>
      ) : (
        <Button leftSection={<IconCheck size={20} aria-hidden="true" />} onClick={read}>
          {t("handover.read", { when: formatMoment(upTo, words) })}
        </Button>
      )}
    </div>
  );
}
