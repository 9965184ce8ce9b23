import { describe, expect, it } from "vitest";
import { VISIBILITIES } from "../../lib/visibility-levels.ts";
import { writeIssue } from "../../lib/words/message.ts";
import { spec } from "../../test/spec.ts";
import { getNoteText, getPreview, noteIcon, removeRepeats } from "./rules.ts";
import { noteFields } from "./schema.ts";

const valid = {
  title: "A quiet morning",
  content: "Ate well.",
  noteDate: Date.UTC(2026, 10, 20),
  visibility: "team",
  tags: [],
};
const complaints = (change: object) =>
  noteFields
    .safeParse({ ...valid, ...change })
    .error?.issues.map(({ path, message }) => [path.join("."), writeIssue(message)]);

describe("the fields of a note", () => {
  it.each([
    ["CORE-301 CORE-302", { title: "  " }, "title", "Please enter a title"],
    ["CORE-303 CORE-304", { content: "\n \t" }, "content", "Please enter some content"],
    ["CORE-305 CORE-306", { noteDate: Number.NaN }, "noteDate", "Invalid date selected"],
    ["CORE-306", { noteDate: "yesterday" }, "noteDate", "Invalid date selected"],
    ["CORE-306", { noteDate: 253_402_300_800_000 }, "noteDate", "Invalid date selected"],
    [
      "a title of 201 characters",
      { title: "x".repeat(201) },
      "title",
      "A title may have at most 200 characters",
    ],
    ["a tag of 51", { tags: ["x".repeat(51)] }, "tags.0", "A tag may have at most 50 characters"],
    [
      "51 tags",
      { tags: Array.from({ length: 51 }, (_, i) => `t${i}`) },
      "tags",
      "A note may have at most 50 tags",
    ],
  ])("%s refuse %j", (_, change, field, message) => {
    expect(complaints(change)).toEqual([[field, message]]);
  });

  it("name a content of more than 100,000 characters", () => {
    expect(complaints({ content: "x".repeat(100_001) })).toEqual([
      ["content", "A note may have at most 100000 characters"],
    ]);
  });

  it("are trimmed, and tags are unique in any case", {
    tags: spec("CORE-309 CORE-310 CORE-311 CORE-307 CORE-308"),
  }, () => {
    const note = noteFields.parse({
      ...valid,
      title: "  Night ",
      content: "\n slept \n",
      tags: [" Sleep", "sleep ", "SLEEP", "pain"],
    });
    const content = { type: "default", data: { text: "slept" } };
    expect(note).toMatchObject({ title: "Night", content, tags: ["Sleep", "pain"] });
    expect(complaints({ tags: ["  "] })).toHaveLength(1);
    expect(removeRepeats(["Ä", "ä", "a"])).toEqual(["Ä", "a"]);
  });

  it("have exactly three visibilities", { tags: spec("CORE-259") }, () => {
    expect(VISIBILITIES).toEqual(["private", "team", "extended"]);
    for (const visibility of VISIBILITIES) expect(complaints({ visibility })).toBeUndefined();
    expect(complaints({ visibility: "public" })).toHaveLength(1);
  });

  it.each([
    ["CORE-267", " Ate well. "],
    ["CORE-268 CORE-269", { type: "default", data: { text: " Ate well. " }, metadata: { from: "a script" } }],
    ["CORE-269", { type: "default", data: " Ate well. " }],
  ])("%s take content as a text or in an object: %j", (_, content) => {
    const metadata = typeof content === "object" && "metadata" in content ? content.metadata : undefined;
    expect(noteFields.parse({ ...valid, content }).content).toEqual({
      type: "default",
      data: { text: "Ate well." },
      ...(metadata && { metadata }),
    });
  });

  it.each([
    ["without its data", { type: "default", data: {} }],
    ["of a type that there isn't", { type: "poem", data: { text: "x" } }],
    ["that is no object", 7],
  ])("refuse content %s", (_, content) => {
    expect(complaints({ content })).toHaveLength(1);
  });
});

describe("a preview", () => {
  it.each([
    ["a short text", "Ate well.", "Ate well."],
    ["several lines", " one\n\n two\tthree ", "one two three"],
    ["150 characters", "x".repeat(150), "x".repeat(150)],
    ["151 characters", "x".repeat(151), `${"x".repeat(150)}…`],
    ["a cut after a space", `${"x".repeat(149)} yz`, `${"x".repeat(149)}…`],
    ["characters of two units", "😀".repeat(151), `${"😀".repeat(150)}…`],
  ])("of %s", { tags: spec("CORE-272") }, (_, text, preview) => {
    expect(getPreview(text)).toBe(preview);
  });
});

describe("stored content", () => {
  it.each([
    ["CORE-271 a plain string", "text", "text"],
    ["an object with the text as data", { type: "default", data: "text" }, "text"],
    ["an object with the text inside", { type: "default", data: { text: "text" } }, "text"],
    ["nothing that is known", { type: "other", data: { rows: [] } }, ""],
    ["null", null, ""],
  ])("%s reads as its text", (_, content, text) => {
    expect(getNoteText(content)).toBe(text);
  });
});

it.each([
  ["CORE-238", "Pill", "💊"],
  ["CORE-239", "FileText", "📝"],
  ["CORE-240", "Calendar", "📅"],
  ["CORE-241", "Image", "🖼️"],
  ["CORE-242", "Video", "🎥"],
  ["CORE-243", "Audio", "🎵"],
  ["CORE-244", "Rocket", "📄"],
  ["CORE-244 even", "constructor", "📄"],
])("%s the icon %s is %s", (_, name, emoji) => {
  expect(noteIcon(name)).toBe(emoji);
});
