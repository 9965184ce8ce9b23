import { Switch } from "@mantine/core";

/** False until the server can keep notes encrypted; the switch then stands there without effect. */
const IS_AVAILABLE = false;

type EncryptedFlagProps = { value: boolean; isNew: boolean; onChange: (value: boolean) => void };

/** Whether a note is stored encrypted: chosen when it is created, locked afterwards (care core 4). */
export function EncryptedFlag({ value, isNew, onChange }: EncryptedFlagProps) {
  return (
    <Switch
      label="Encrypt this note"
      description={explain(isNew)}
      checked={value}
      disabled={!isNew || !IS_AVAILABLE}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

function explain(isNew: boolean): string {
  if (!isNew) return "This was chosen when the note was created.";
  if (!IS_AVAILABLE) return "Encryption at rest comes with a later version.";
  return "Title and content are stored encrypted. It can't be changed later.";
}
