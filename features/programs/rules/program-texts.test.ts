import { describe, expect, it } from "vitest";
import { ProgramFileError } from "../rules.ts";
import { readProgramFile } from "./program-file.ts";
import { listProgramTexts, translateProgram } from "./program-texts.ts";

const FILE = {
  language: "en",
  programName: "After a hip operation",
  tags: ["hip", "walking"],
  phases: [
    {
      phaseId: "first",
      title: "First week",
      dayRange: { start: 0, end: 6 },
      activities: ["walk", "stairs"].map((activityId) => ({
        activityId,
        title: activityId,
        contraindicators: ["Dizziness", "Fever"],
        // Numbered from 1 in each activity, as some authors do.
        tasks: [{ taskId: "1", title: `Do: ${activityId}` }],
      })),
    },
  ],
};

const GERMAN = {
  programName: "Nach einer Hüftoperation",
  tags: ["Hüfte", "Gehen"],
  "phases.first.title": "Erste Woche",
  "activities.walk.contraindicators": ["Schwindel", "Fieber"],
  "tasks.stairs.1.title": "Treppen üben",
};

describe("the translations of a program", () => {
  it("replace its texts by the ids of their places; what they lack stays", () => {
    const program = readProgramFile({ ...FILE, texts: { de: GERMAN } });
    expect(program).toMatchObject({ language: "en", texts: { de: GERMAN } });
    const { content, ...heading } = translateProgram(program, program.texts!.de!);
    expect(heading).toMatchObject({ programName: "Nach einer Hüftoperation", tags: ["Hüfte", "Gehen"] });
    expect(content.phases).toMatchObject([
      {
        title: "Erste Woche",
        dayRange: { start: 0, end: 6 },
        activities: [
          { title: "walk", contraindicators: ["Schwindel", "Fieber"], tasks: [{ title: "Do: walk" }] },
          { contraindicators: ["Dizziness", "Fever"], tasks: [{ taskId: "1", title: "Treppen üben" }] },
        ],
      },
    ]);
    expect(program.content.phases[0]!.title).toBe("First week");
  });

  it("are those of all texts that there are", () => {
    expect([...listProgramTexts(readProgramFile(FILE)).keys()]).toEqual([
      "programName",
      "tags",
      "phases.first.title",
      ...["walk", "stairs"].flatMap((id) => [
        `activities.${id}.title`,
        `activities.${id}.contraindicators`,
        `tasks.${id}.1.title`,
      ]),
    ]);
  });

  it.each<[object, string]>([
    [
      { texts: { de: { "phases.second.title": "A" } } },
      "texts.de.phases.second.title: isn't a text of this program",
    ],
    [{ texts: { de: { description: "A" } } }, "texts.de.description: isn't a text of this program"],
    [{ texts: { de: { toString: "A" } } }, "texts.de.toString: isn't a text of this program"],
    [{ texts: { de: { programName: ["A"] } } }, "texts.de.programName: must be text"],
    [{ texts: { de: { tags: ["A"] } } }, "texts.de.tags: must be a list of 2, as in the program"],
    [{ texts: { de: { tags: "A" } } }, "texts.de.tags: must be a list of 2, as in the program"],
    [
      { texts: { de: { programName: "A".repeat(201) } } },
      "texts.de.programName: may have at most 200 characters",
    ],
    [{ texts: { en: { programName: "A" } } }, "texts.en: is the program's own language"],
    [{ texts: { German: {} } }, 'texts.German: must be a language such as "de" or "pt-BR"'],
    [{ language: undefined, texts: { de: {} } }, "language: is missing: the file has `texts`"],
    [{ language: "English" }, 'language: must be a language such as "de" or "pt-BR"'],
  ])("are refused with their place: %j", (fields, message) => {
    let problem = "";
    try {
      readProgramFile({ ...FILE, ...fields });
    } catch (error) {
      if (error instanceof ProgramFileError) problem = error.message;
    }
    expect(problem).toBe(message);
  });
});
