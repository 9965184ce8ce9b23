import { Button, Group } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { CopiedText } from "../../../ui/copied-text.tsx";
import { Fields } from "../../../ui/fields.tsx";
import { Soft } from "../../../ui/text.tsx";
import styles from "./webhooks.module.css";

/** Shows a secret, once. `isRotated`: the former one works for another day. */
export function Secret({
  secret,
  isRotated = false,
  onClose,
}: {
  secret: string;
  isRotated?: boolean;
  onClose: () => void;
}) {
  return (
    <Fields>
      <p className={styles.text}>{t("webhooks.secretOnce")}</p>
      <CopiedText label={t("webhooks.secret")} text={secret} />
      <Soft>{isRotated ? t("webhooks.bothSecrets") : t("webhooks.signed")}</Soft>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t("webhooks.done")}</Button>
      </Group>
    </Fields>
  );
}
