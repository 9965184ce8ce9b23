// @vitest-environment happy-dom

import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getDraftKey, keepDrafts, readDraft, useKeepDraft, writeDraft } from "./draft.ts";

function Form({ name, text }: { name: string; text: string }) {
  useKeepDraft(name, text, text !== "");
  return null;
}

beforeEach(() => {
  vi.useFakeTimers();
  keepDrafts("anna");
});
afterEach(() => {
  vi.useRealTimers();
});

function openForm(text: string) {
  const key = getDraftKey("form");
  const root = createRoot(document.createElement("div"));
  const type = (next: string) => flushSync(() => root.render(<Form name={key} text={next} />));
  type(text);
  return { key, type, close: () => flushSync(() => root.unmount()) };
}

test("a draft that was just typed and is discarded isn't stored while the next page loads", () => {
  const form = openForm("ramipril");
  writeDraft(form.key, null);
  vi.advanceTimersByTime(1000);
  expect(readDraft(form.key)).toBeNull();
  form.close();
  expect(readDraft(form.key)).toBeNull();
});

test("what is typed after a draft was discarded is stored", () => {
  const form = openForm("ramipril");
  writeDraft(form.key, null);
  form.type("bisoprolol");
  vi.advanceTimersByTime(1000);
  expect(readDraft(form.key)).toBe("bisoprolol");
  form.close();
});
