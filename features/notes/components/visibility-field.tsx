import { Radio, Stack } from "@mantine/core";
import type { Note } from "../../../lib/api.ts";

type VisibilityFieldProps = {
  value: Note["visibility"];
  onChange: (visibility: Note["visibility"]) => void;
};

/** Selects the visibility of a note. */
export function VisibilityField({ value, onChange }: VisibilityFieldProps) {
  return (
    <Radio.Group
      label="Who can see this note"
      value={value}
      onChange={(visibility) => onChange(visibility as Note["visibility"])}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="private" label="Only me" />
        <Radio value="team" label="Care team" description="Owner, admins, caregivers and clinicians" />
        <Radio value="extended" label="Everyone" description="All members of this notebook, viewers too" />
      </Stack>
    </Radio.Group>
  );
}
