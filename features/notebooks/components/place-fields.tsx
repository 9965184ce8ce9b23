import { Select } from "@mantine/core";
import { memo } from "react";
import { getCountries } from "../../../lib/countries.ts";
import { getLanguages } from "../../../lib/languages.ts";
import { writeIssue } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { getFieldLabel } from "../client/notebook-facts.ts";
import { getTimeZones } from "../client/time-zones.ts";
import type { FieldsProps } from "./text-field.tsx";

// All have hundreds of options: memoized, so that they render only for a change of their own value, not for each key
// typed into another field. `set` is stable.

type CountryFieldProps = { region: string; error: string | undefined; set: FieldsProps["set"] };

export const CountryField = memo(function CountryField({ region, error, set }: CountryFieldProps) {
  return (
    <Select
      label={getFieldLabel("region")}
      description={t("notebookform.regionHint")}
      withAsterisk
      aria-required
      searchable
      // A country that is typed in full is chosen, also without a press on the list.
      onBlur={({ currentTarget }) => {
        const typed = currentTarget.value.trim().toLowerCase();
        const found = getCountries().find(({ label }) => label.toLowerCase() === typed);
        if (found) set({ region: found.value });
      }}
      // To choose the proposed country means to keep it, not to clear it.
      allowDeselect={false}
      clearable
      clearButtonProps={{ "aria-label": t("notebookform.clearRegion"), "aria-hidden": false, tabIndex: 0 }}
      data={getCountries()}
      value={region || null}
      onChange={(country) => set({ region: country ?? "" })}
      error={error && writeIssue(error)}
      nothingFoundMessage={t("notebookform.noRegion")}
    />
  );
});

type LanguageFieldProps = { language: string; set: FieldsProps["set"] };

export const LanguageField = memo(function LanguageField({ language, set }: LanguageFieldProps) {
  return (
    <Select
      label={getFieldLabel("language")}
      description={t("notebookform.languageHint")}
      placeholder={t("notebookform.notRecorded")}
      searchable
      allowDeselect={false}
      clearable
      clearButtonProps={{ "aria-label": t("notebookform.clearLanguage"), "aria-hidden": false, tabIndex: 0 }}
      data={getLanguages()}
      value={language || null}
      onChange={(code) => set({ language: code ?? "" })}
      nothingFoundMessage={t("notebookform.noLanguage")}
    />
  );
});

type TimeZoneFieldProps = { timeZone: string; set: FieldsProps["set"] };

export const TimeZoneField = memo(function TimeZoneField({ timeZone, set }: TimeZoneFieldProps) {
  return (
    <Select
      label={getFieldLabel("timeZone")}
      description={t("notebookform.timeZoneHint")}
      searchable
      allowDeselect={false}
      data={getTimeZones(timeZone)}
      value={timeZone || null}
      onChange={(zone) => set({ timeZone: zone ?? "" })}
      nothingFoundMessage={t("notebookform.noTimeZone")}
    />
  );
});
