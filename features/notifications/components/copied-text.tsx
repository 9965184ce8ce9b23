import { Button, Group, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { copyText } from "../../../ui/copy-text.ts";
import { Soft } from "../../../ui/text.tsx";

/** A text to be copied, such as a secret. */
export function CopiedText({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState<"yes" | "not allowed" | null>(null);
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    const isAllowed = await copyText(text);
    setCopied(isAllowed ? "yes" : "not allowed");
    if (!isAllowed) field.current?.select();
  }

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
