import { Button, Group } from "@mantine/core";
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
      <p className={styles.text}>
        The secret is shown only now. Put it into the program: with it, it checks that a message comes from
        here.
      </p>
      <CopiedText label="Secret" text={secret} />
      <Soft>
        {isRotated
          ? "For a day, messages are signed with the secret from before too, so that the program misses nothing."
          : "Messages are signed as Standard Webhooks says (webhook-signature)."}
      </Soft>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Fields>
  );
}
