import { expect, it } from "vitest";
import { runInLanguage } from "../../../server/words/texts.ts";
import { getStoredContent } from "./stored-fields.ts";

const parts = {
  state: "watch" as const,
  happened: "A calm day",
  nextSteps: "Drink",
  watchFor: "",
  forWhom: "",
};
const of = { type: "handover" as const, noteDay: "2026-11-30", timeZone: "UTC" };
const storeIn = (language: string, given = parts, former?: ReturnType<typeof getStoredContent>) =>
  runInLanguage(language, () => getStoredContent({ type: "handover", data: given }, { ...of, former }));

it("a handover's text is in the language of its writer, and stays so while its parts do", () => {
  const english = storeIn("en");
  expect(english.data).toMatchObject({ text: "To watch\n\nA calm day\n\nWhat to do: Drink" });
  expect(storeIn("de", parts, english)).toEqual(english);
  expect(storeIn("de", { ...parts, nextSteps: "" }, english).data).toMatchObject({
    text: "Im Auge behalten\n\nA calm day",
  });
});
