import { useRef, useState } from "react";
import { copyText } from "./copy-text.ts";

/**
 * Copies the text of a field. Where the browser doesn't let a page copy, the field is selected, so that the user can
 * copy it.
 * @returns `copied` is the outcome of the last press; null before one
 */
export function useCopiedField(text: string) {
  const [copied, setCopied] = useState<"yes" | "not allowed" | null>(null);
  const field = useRef<HTMLInputElement>(null);
  async function copy() {
    const isAllowed = await copyText(text);
    setCopied(isAllowed ? "yes" : "not allowed");
    if (!isAllowed) field.current?.select();
  }
  return { field, copied, copy };
}
