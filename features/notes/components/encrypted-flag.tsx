import { Switch } from "@mantine/core";

type EncryptedFlagProps = { value: boolean; isNew: boolean; onChange: (value: boolean) => void };

/** Whether a note is stored encrypted: selected on creation, locked afterwards (care core 4). */
export function EncryptedFlag({ value, isNew, onChange }: EncryptedFlagProps) {
  return (
    <Switch
      label="Encrypt this note"
      description={
        isNew
          ? "What you write is stored encrypted, and the search doesn't find its words. Its tags and its tasks are not encrypted. This can't be changed later."
          : "This was chosen when the note was created."
      }
      checked={value}
      disabled={!isNew}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
