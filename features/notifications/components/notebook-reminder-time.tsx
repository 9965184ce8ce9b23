import { Button, Group } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { describeClock } from "../../../lib/dates/moment-words.ts";
import { MINUTE } from "../../../lib/dates/time.ts";
import { getViewersZone, placeOfZone, toDayInZone, toMomentInZone } from "../../../lib/dates/zone-day.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { Section } from "../../../ui/section.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import styles from "./settings.module.css";
import { TimeField } from "./time-field.tsx";

/** The reminder time of whole-day tasks of a notebook, by its clock; changed by members who may edit the notebook. */
export function NotebookReminderTime({ notebook }: { notebook: Notebook }) {
  const { _id: diaryId } = notebook;
  const zone = notebook.timeZone ?? getViewersZone();
  const minute = useLiveQuery(api.notifications.getReminderTime, { diaryId })?.minute;
  const set = useMutation(api.notifications.setReminderTime).withOptimisticUpdate((store, { minute }) =>
    store.setQuery(api.notifications.getReminderTime, { diaryId }, { minute }),
  );
  const now = useMinute();
  const [isChanging, setIsChanging] = useState(false);
  if (minute === undefined) return null;
  const today = toMomentInZone(toDayInZone(now, zone), minute * MINUTE, zone);

  async function change(next: number) {
    try {
      await set({ diaryId, minute: next });
    } catch (error) {
      console.error("notifications.setReminderTime failed", error);
      notifyFailure(getErrorMessage(error, t("wholeday.notChanged")));
    }
  }

  return (
    <Card as={Section} size="part" title={t("wholeday.title")} className="no-print">
      <div className={styles.part}>
        <p>{t("wholeday.remindAt", { time: describeClock(today, zone), place: placeOfZone(zone) })}</p>
        {isChanging && (
          <TimeField
            label={t("wholeday.timeIn", { place: placeOfZone(zone) })}
            description={t("wholeday.ownTime")}
            minute={minute}
            onChange={(next) => void change(next)}
          />
        )}
        {!isChanging && notebook.permissions.includes("notebook.edit") && (
          <Group>
            <Button variant="default" onClick={() => setIsChanging(true)}>
              {t("wholeday.change")}
            </Button>
          </Group>
        )}
      </div>
    </Card>
  );
}
