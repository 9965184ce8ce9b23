import { describe, expect, it } from "vitest";
import { describeNames, groupText, groupTitle } from "./client/update-words.ts";
import { groupUpdates, type NewType, type NewUpdate } from "./rules.ts";

let at = 0;
const update = (type: NewType, actor: string, fields: Partial<NewUpdate> = {}): NewUpdate => ({
  type,
  id: `${type}${++at}`,
  diaryId: "rosa",
  at,
  actorId: actor,
  isFirst: true,
  mentionsMe: false,
  thing: { type: "note", id: "morning" },
  title: "",
  ...fields,
});

/** The groups in words: "title: text". */
const words = (updates: NewUpdate[], title = "A quiet morning") =>
  groupUpdates(updates).map((group) => {
    const { titles, otherTitles } = group;
    const parts = group.parts.map(({ actorIds, ...part }) => ({ ...part, actors: actorIds }));
    const words = { title, titles, otherTitles, parts };
    return `${groupTitle(words)}: ${groupText(words)}`;
  });

describe("new updates in words", () => {
  it.each<[string, NewUpdate[], string[]]>([
    [
      "all that one person did on a note",
      [
        update("note", "Anna"),
        update("attachment", "Anna"),
        update("attachment", "Anna"),
        update("comment", "Anna"),
      ],
      ["A quiet morning: Anna wrote it, added 2 files and commented."],
    ],
    [
      "what several people did on a note",
      [
        update("note", "Anna", { isFirst: false }),
        update("comment", "Ben"),
        update("comment", "Cleo"),
        update("comment", "Dora"),
      ],
      ["A quiet morning: Anna changed it. Dora, Cleo and 1 other commented 3 times."],
    ],
    [
      "tasks that one person did, and one that another did",
      [
        update("task", "Anna", { title: "Walk" }),
        update("task", "Anna", { title: "Walk" }),
        update("task", "Anna", { title: "Wash" }),
        update("task", "Anna", { title: "Cook" }),
        update("task", "Anna", { title: "Sew" }),
        update("task", "Ben", { title: "Shop" }),
      ],
      ["Ben did “Shop”: ", "Anna did 5 tasks: Sew, Cook, Wash, and 1 more"],
    ],
    [
      "given tasks before all else",
      [update("assignment", "Anna", { title: "Call" }), update("member", "Ben"), update("member", "Cleo")],
      ["Anna gave you “Call”: ", "Cleo and Ben joined: "],
    ],
    [
      "a started program with a comment",
      [
        update("program", "Anna", { thing: { type: "program", id: "hip" } }),
        update("comment", "Ben", { thing: { type: "program", id: "hip" } }),
      ],
      ["A quiet morning: Ben commented. Anna started it."],
    ],
  ])("%s", (_, updates, expected) => {
    expect(words(updates)).toEqual(expected);
  });

  it("names people whose account was deleted, and notes without title", () => {
    expect(describeNames([null])).toBe("Former member");
    expect(words([update("note", "Anna")], "")).toEqual(["Untitled: Anna wrote it."]);
  });
});
