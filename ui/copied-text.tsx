import { Button, Group, TextInput } from "@mantine/core";
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
        <Button variant="default" onClick={copy} aria-label={`Copy, ${label}`}>
          {copied === "yes" ? "Copied" : "Copy"}
        </Button>
      </Group>
      <Soft role="status" className={copied === "not allowed" ? undefined : "visually-hidden"}>
        {copied === "yes" && "Copied"}
        {copied === "not allowed" &&
          "This browser doesn't let the page copy. The text is selected: copy it yourself."}
      </Soft>
    </>
  );
}
