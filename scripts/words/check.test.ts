import { describe, expect, it } from "vitest";
import { checkLanguage, checkUses, findUses, listMissing } from "./check.ts";

const english = {
  members: { left: "{name} left", count: "{count, plural, one {# member} other {# members}}" },
};
const check = (left: string, language = "pl") =>
  checkLanguage(english, { members: { left } }, language, language);

describe("a language", () => {
  it.each([
    ["{nome} wyszła", /has \{nome\}, which English hasn't/],
    ["Ktoś wyszedł", /lacks \{name\}/],
    ["{{name}} wyszła", /isn't valid/],
    ["<name>wyszła</name>", /\{name\} is a tag/],
  ])("has a fault in %s", (message, fault) => {
    expect(check(message).join()).toMatch(fault);
  });

  it("has all plural forms that it needs", () => {
    const count = "{count, plural, one {# osoba} other {# osób}}";
    expect(checkLanguage(english, { members: { count } }, "pl", "pl-PL")).toEqual([
      'words/pl/members.json: "count" {count, plural} lacks few, many',
    ]);
    const whole = "{count, plural, one {# osoba} few {# osoby} many {# osób} other {# osoby}}";
    expect(checkLanguage(english, { members: { count: whole } }, "pl", "pl-PL")).toEqual([]);
  });

  it("has no text that English hasn't, and what it lacks is listed", () => {
    expect(checkLanguage(english, { members: { gone: "x" } }, "de", "de-DE")).toEqual([
      'words/de/members.json: "gone" isn\'t in English',
    ]);
    expect(listMissing(english, { members: { left: "x" } })).toEqual(["members.count"]);
  });
});

describe("the code", () => {
  const checkCode = (code: string) => checkUses(english, findUses("a.tsx", code), "en-US");
  const all = 't("members.left", { name }); t("members.count", { count });';

  it("uses all texts with their values, directly, as elements and by a choice", () => {
    expect(checkCode(all)).toEqual([]);
    expect(
      checkCode('<Rich text={a ? "members.left" : "members.count"} values={{ name, count }} />'),
    ).toEqual([]);
  });

  it.each([
    ['t("members.gone");', 'a.tsx:1: there is no text "members.gone"'],
    ['t("members.left");', 'a.tsx:1: "members.left" needs {name}'],
    ['<Rich text="members.left" values={{ nome: 1 }} />', 'a.tsx:1: "members.left" needs {name}'],
  ])("has a fault in %s", (code, fault) => {
    expect(checkCode(`${code}; ${all}`)).toEqual([fault]);
  });

  it("uses each text", () => {
    expect(checkCode('t("members.left", { name });')).toEqual([
      'words/en/members.json: nothing uses "count"',
    ]);
  });
});
