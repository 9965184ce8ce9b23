import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { formatRelativeTime } from "../../../lib/dates/time.ts";
import { nameDevice } from "../../../lib/device-name.ts";
import { ALL_NOTEBOOKS, type Opening, type OpeningKind } from "../../../lib/openings.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { Problem, Soft } from "../../../ui/text.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { endOpenings } from "../client/openings.ts";
import styles from "./section.module.css";

const REMINDERS: readonly OpeningKind[] = ["ntfy", "program"];

type OpeningsDialogProps = {
  openings: readonly Opening[];
  onEnded: () => void;
  onClose: () => void;
};

/** Lists the account's openings besides its password and this browser, and ends all of them with one press. */
export function OpeningsDialog({ openings, onEnded, onClose }: OpeningsDialogProps) {
  const now = useNow();
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);

  async function end() {
    setIsBusy(true);
    const failed = await endOpenings();
    setIsBusy(false);
    if (failed) return setProblem(failed.message);
    notifySuccess(t("account.allEnded"));
    onEnded();
  }

  return (
    <Modal opened onClose={onClose} title={t("account.openings")} closable={!isBusy}>
      {openings.length === 0 ? (
        <p>{t("account.noOpenings")}</p>
      ) : (
        <>
          <p>{t("account.openingsHelp")}</p>
          <List className={styles.list}>
            {openings.map(({ kind, id, name, madeAt }) => (
              <li key={`${kind} ${id}`}>
                <div>{describeOpening(kind, name)}</div>
                <Soft>{t("account.made", { when: formatRelativeTime(madeAt, Math.max(now, madeAt)) })}</Soft>
              </li>
            ))}
          </List>
          {openings.some(({ kind }) => REMINDERS.includes(kind)) && <p>{t("account.remindersEnd")}</p>}
        </>
      )}
      {problem && <Problem>{problem}</Problem>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          {t(openings.length === 0 ? "account.close" : "account.keepAll")}
        </Button>
        {openings.length > 0 && (
          <Button color="red" loading={isBusy} onClick={() => void end()}>
            {t("account.endAll")}
          </Button>
        )}
      </Group>
    </Modal>
  );
}

function describeOpening(kind: OpeningKind, name: string): string {
  const opening = t("account.opening", { kind });
  if (!name) return opening;
  return t("account.openingNamed", { opening, name: describePlace(kind, name) });
}

function describePlace(kind: OpeningKind, name: string): string {
  if (kind === "session") return nameDevice(name);
  return kind === "calendar" && name === ALL_NOTEBOOKS ? t("account.openingAll") : name;
}
