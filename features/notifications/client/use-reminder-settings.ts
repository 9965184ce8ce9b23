import { useMutation } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { api, type ReminderSettings } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { type ChosenRule, getMode, type Mode } from "../rules.ts";

export type { ReminderSettings };
export type SettingsChange = FunctionArgs<typeof api.notifications.setSettings>;

function report(error: unknown) {
  console.error("a choice about notifications was refused", error);
  notifyFailure(getErrorMessage(error, t("devices.notSaved")));
}

/** The reader's settings, and how to change some: shown at once, taken back with a message when refused. */
export function useReminderSettings() {
  const settings = useLiveQuery(api.notifications.getSettings, {});
  const set = useMutation(api.notifications.setSettings).withOptimisticUpdate((store, change) => {
    const before = store.getQuery(api.notifications.getSettings, {});
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    if (before) store.setQuery(api.notifications.getSettings, {}, { ...before, ...given });
  });
  return { settings, change: (change: SettingsChange) => void set(change).catch(report) };
}

/** What the reader chose otherwise than the defaults, and how to choose; the same. */
export function useReminderRules() {
  const rules = useLiveQuery(api.notifications.listRules, {});
  const set = useMutation(api.notifications.setRule).withOptimisticUpdate((store, { diaryId, ...chosen }) => {
    const before = store.getQuery(api.notifications.listRules, {});
    if (before)
      store.setQuery(
        api.notifications.listRules,
        {},
        applyChoice(before, { diaryId: diaryId ?? null, ...chosen }),
      );
  });
  return {
    rules,
    choose: (rule: FunctionArgs<typeof api.notifications.setRule>) => void set(rule).catch(report),
  };
}

/** The rules with one choice more, as the server keeps them: none where it is what holds anyway. */
export function applyChoice(
  rules: readonly ChosenRule[],
  { mode, ...place }: Omit<ChosenRule, "mode"> & { mode: Mode | null },
): ChosenRule[] {
  const others = rules.filter(
    ({ diaryId, kind, channel }) =>
      diaryId !== place.diaryId || kind !== place.kind || channel !== place.channel,
  );
  return mode === null || mode === getMode(others, place) ? others : [...others, { ...place, mode }];
}
