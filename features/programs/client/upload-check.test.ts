import { describe, expect, it } from "vitest";
import { writeMessage } from "../../../lib/words/message.ts";
import { spec } from "../../../test/spec.ts";
import { readProgramFile } from "../rules/program-file.ts";
import { ProgramFileError, UPLOAD_MESSAGES } from "../rules.ts";
import { checkText, findFileRefusal } from "./upload-check.ts";

const PHASES = '[{"title":"B","dayRange":{"start":0,"end":1},"activities":[{"title":"C","tasks":[]}]}]';

const TEXTS = [
  "",
  "{",
  "null",
  "[]",
  "3",
  '"text"',
  "{}",
  '{"phases":[]}',
  '{"programName":"","phases":[]}',
  '{"programName":"A"}',
  '{"programName":"A","phases":null}',
  '{"programName":" A ","phases":[]}',
  '\uFEFF{"programName":"A","phases":[]}',
  `{"programName":" A ","phases":${PHASES}}`,
  `\uFEFF{"programName":"A","phases":${PHASES}}`,
];

describe("the check of a program file before its upload", () => {
  it.each(TEXTS)("has the server's message: %j", { tags: spec("CORE-461 CORE-463 CORE-465") }, (text) => {
    const checked = checkText(text);
    if ("refusal" in checked) {
      expect(() => readProgramFile(text)).toThrow(ProgramFileError);
      expect(() => readProgramFile(text)).toThrow(writeMessage(checked.refusal));
    } else expect(readProgramFile(text).programName).toBe(checked.programName);
  });

  it("requires a name with .json at its end, in any case, and at most 2 MB", {
    tags: spec("CORE-458 CORE-459"),
  }, () => {
    const refusal = (name: string, size = 10) => findFileRefusal({ name, size });
    expect(["hip.json", "HIP.JSON"].map((name) => refusal(name))).toEqual([null, null]);
    for (const name of ["hip.txt", "json", "hip.json.txt", "hip.json "]) {
      expect(refusal(name)).toBe(UPLOAD_MESSAGES.notJson);
    }
    expect(refusal("hip.json", 2 * 1024 * 1024)).toBeNull();
    expect(refusal("hip.json", 2 * 1024 * 1024 + 1)).toBe(UPLOAD_MESSAGES.tooLarge);
  });
});
