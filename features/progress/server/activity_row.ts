import type { Selectable } from "kysely";
import type { Recurrence } from "../../../lib/recurrence/recurrence.ts";
import type { Tables } from "../../../server/db/database.ts";
import { activityFrequency, type Warning } from "../../activation/rules/words.ts";

/** What says how often an activity of an activated program is to be done. */
export const FREQUENCY_COLUMNS = ["is_recurring", "recurrence", "frequency_words", "warning"] as const;

type FrequencyRow = Pick<Selectable<Tables["activity_activations"]>, (typeof FREQUENCY_COLUMNS)[number]>;

/** How often an activity is to be done, in words. */
export const frequencyOf = (row: FrequencyRow): string =>
  activityFrequency({
    isRecurring: row.is_recurring,
    recurrence: row.recurrence as Recurrence | null,
    frequencyWords: row.frequency_words,
    warning: row.warning as Warning | null,
  });
