import type { Selectable } from "kysely";
import type { Recurrence } from "../../../../lib/recurrence/recurrence.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { getActivityFrequency, type Warning } from "../../rules/activation-words.ts";

/** The columns that determine an activity's frequency. */
export const FREQUENCY_COLUMNS = ["is_recurring", "recurrence", "frequency_words", "warning"] as const;

type FrequencyRow = Pick<Selectable<Tables["activity_activations"]>, (typeof FREQUENCY_COLUMNS)[number]>;

/** The frequency of an activity, in words. */
export const toFrequency = (row: FrequencyRow): string =>
  getActivityFrequency({
    isRecurring: row.is_recurring,
    recurrence: row.recurrence as Recurrence | null,
    frequencyWords: row.frequency_words,
    warning: row.warning as Warning | null,
  });
