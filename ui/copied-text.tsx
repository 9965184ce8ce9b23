import { Button, Group, TextInput } from "@mantine/core";
import { t } from "../lib/words/t.ts";
import { Soft } from "./text.tsx";
import { useCopiedField } from "./use-copied-field.ts";

/** A text to be copied, such as a secret. */
export function CopiedText({ label, text }: { label: string; text: string }) {
  const { field, copied, copy } = useCopiedField(text);

  return (
    <>
      <TextInput
        ref={field}
        label={label}
        value={text}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group>
        <Button variant="default" onClick={copy} aria-label={t("ui.copyLabel", { label })}>
          {copied === "yes" ? t("ui.copied") : t("ui.copy")}
        </Button>
      </Group>
      <Soft role="status" className={copied === "not allowed" ? undefined : "visually-hidden"}>
        {copied === "yes" && t("ui.copied")}
        {copied === "not allowed" && t("ui.copyByHand")}
      </Soft>
    </>
  );
}
