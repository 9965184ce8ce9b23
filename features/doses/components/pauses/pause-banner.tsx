import { Button } from "@mantine/core";
import { useState } from "react";
import type { Notebook } from "../../../../lib/api.ts";
import { getErrorMessage } from "../../../../lib/error-message.ts";
import { t } from "../../../../lib/words/t.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { announce } from "../../../../ui/announce.ts";
import { notifyFailure } from "../../../../ui/notify.ts";
import { Soft } from "../../../../ui/text.tsx";
import { offerUndo } from "../../../../ui/undo-toast.tsx";
import { formatPause } from "../../client/pause-words.ts";
import { type Pause, usePauseWrites } from "../../client/use-pauses.ts";
import { isPauseActive } from "../../rules/pauses.ts";
import styles from "./dose-pauses.module.css";

type PauseBannerProps = {
  notebook: Notebook;
  pause: Pause;
  /** The names of its plans; empty for all. */
  names: readonly string[];
  now: number;
  /** Opens the dialog that changes it; null for those who may not. */
  onChange: (() => void) | null;
};

/** Shows that nothing is due for a time, since when and why, and ends the pause. */
export function PauseBanner({ notebook, pause, names, now, onChange }: PauseBannerProps) {
  const { end, goOn } = usePauseWrites(notebook);
  const [isEnding, setIsEnding] = useState(false);

  async function endIt() {
    setIsEnding(true);
    try {
      await end(pause);
      const text = t(isPauseActive(pause, now) ? "pauses.ended" : "pauses.removed");
      announce(text);
      offerUndo(text, () => {
        goOn(pause).then(
          () => announce(t("pauses.again")),
          (error: unknown) => {
            console.error("The pause couldn't go on", error);
            notifyFailure(getErrorMessage(error, t("pauses.notContinued")));
          },
        );
      });
    } catch (error) {
      console.error("The pause couldn't be ended", error);
      notifyFailure(getErrorMessage(error, t("pauses.notEnded")));
    } finally {
      setIsEnding(false);
    }
  }

  return (
    <section aria-label={t("pauses.label")} className={styles.banner}>
      <div className={styles.words}>
        <p>
          <strong dir="auto">{formatPause(pause, { names, timeZone: notebook.timeZone, now })}</strong>
        </p>
        <Soft>{t("pauses.startedBy", { name: pause.startedBy || t("dosewords.formerMember") })}</Soft>
      </div>
      {onChange && (
        <Actions className="no-print">
          <Button onClick={endIt} loading={isEnding}>
            {t(isPauseActive(pause, now) ? "pauses.end" : "pauses.drop")}
          </Button>
          <Button variant="default" onClick={onChange} disabled={isEnding}>
            {t("pauses.changeTime")}
          </Button>
        </Actions>
      )}
    </section>
  );
}
