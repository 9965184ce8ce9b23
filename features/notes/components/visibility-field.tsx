import { Radio, Stack } from "@mantine/core";
import type { Note } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { describeVisibility } from "../client/visibility-words.ts";

type VisibilityFieldProps = {
  value: Note["visibility"];
  onChange: (visibility: Note["visibility"]) => void;
};

/** Selects the visibility of a note. */
export function VisibilityField({ value, onChange }: VisibilityFieldProps) {
  return (
    <Radio.Group
      label={t("noteform.whoSees")}
      value={value}
      onChange={(visibility) => onChange(visibility as Note["visibility"])}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="private" label={describeVisibility("private")} />
        <Radio value="team" label={describeVisibility("team")} description={t("noteform.whoIsTeam")} />
        <Radio
          value="extended"
          label={describeVisibility("extended")}
          description={t("noteform.whoIsEveryone")}
        />
      </Stack>
    </Radio.Group>
  );
}
