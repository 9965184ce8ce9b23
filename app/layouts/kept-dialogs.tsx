import { Button, Stack } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { t } from "../../lib/words/t.ts";
import { Modal } from "../../ui/modal.tsx";
import { Question } from "../../ui/question.tsx";
import { Rich } from "../../ui/rich.tsx";
import { Soft } from "../../ui/text.tsx";
import { forgetKept, type KeptOfOther, readKeptOfOthers } from "../auth/kept-things.ts";
import { formatKept, formatOther } from "../auth/kept-words.ts";
import type { SignOutQuestion } from "./account-panel.tsx";

const toStrong = (content: ReactNode) => <strong dir="auto">{content}</strong>;

/** Asks before a sign-out that deletes unsent items. */
export function AskBeforeSignOut({ lost, signOut, onStay }: SignOutQuestion & { onStay: () => void }) {
  return (
    <Question
      opened
      title={t("menu.askTitle")}
      confirm={t("menu.askConfirm")}
      cancel={t("menu.stay")}
      onConfirm={() => {
        onStay();
        void signOut();
      }}
      onCancel={onStay}
    >
      <p>
        <Rich text="menu.lost" values={{ what: formatKept(lost), b: toStrong }} />
      </p>
      <p>{t("menu.lostForGood")}</p>
    </Question>
  );
}

type KeptForOthersProps = { myId: string; onClose: () => void };

/** Shows the unsent items of other users of this browser, and deletes them with their consent. */
export function KeptForOthers({ myId, onClose }: KeptForOthersProps) {
  const [others, setOthers] = useState<readonly KeptOfOther[] | null>(null);
  const [asked, setAsked] = useState<KeptOfOther | null>(null);
  useEffect(() => void readKeptOfOthers(myId).then(setOthers), [myId]);
  if (!others) return null;
  if (asked)
    return (
      <Question
        opened
        title={t("menu.deleteTitle", { name: formatOther(asked) })}
        confirm={t("menu.agreed")}
        cancel={t("menu.keep")}
        onConfirm={() =>
          void forgetKept(asked.id).then(() => {
            setOthers(others.filter(({ id }) => id !== asked.id));
            setAsked(null);
          })
        }
        onCancel={() => setAsked(null)}
      >
        <p>
          <Rich
            text="menu.deleteText"
            values={{ what: formatKept(asked.work), name: formatOther(asked), b: toStrong }}
          />
        </p>
      </Question>
    );
  return (
    <Modal opened onClose={onClose} title={t("menu.keptForOthers")}>
      <Stack>
        {others.length === 0 && <p>{t("menu.nothing")}</p>}
        {others.map((other) => (
          <section key={other.id}>
            <p dir="auto">
              <Rich
                text="menu.ofOther"
                values={{ name: formatOther(other), what: formatKept(other.work), b: toStrong }}
              />
            </p>
            <Soft>{t("menu.sentLater", { name: formatOther(other) })}</Soft>
            <Button variant="default" onClick={() => setAsked(other)}>
              {t("menu.delete")}
            </Button>
          </section>
        ))}
      </Stack>
    </Modal>
  );
}
