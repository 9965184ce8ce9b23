import { Switch } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";

type EncryptedFlagProps = { value: boolean; isNew: boolean; onChange: (value: boolean) => void };

/** Whether a note is stored encrypted: selected on creation, locked afterwards (care core 4). */
export function EncryptedFlag({ value, isNew, onChange }: EncryptedFlagProps) {
  return (
    <Switch
      label={t("noteform.encrypt")}
      description={isNew ? t("noteform.encryptHint") : t("noteform.encryptFixed")}
      checked={value}
      disabled={!isNew}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
