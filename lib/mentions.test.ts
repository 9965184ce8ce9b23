import { expect, it } from "vitest";
import {
  findMentions,
  getMentionQuery,
  insertMention,
  listMentionedPeople,
  suggestMentions,
} from "./mentions.ts";

const people = [
  { userId: "c", name: "Clara" },
  { userId: "cc", name: "Clara Caregiver" },
  { userId: "j", name: "Jörg Weiß" },
  { userId: "x", name: "a.b (c)*" },
  { userId: "n", name: "" },
];

it.each([
  ["@Clara Caregiver please", ["cc"]],
  ["@Clara, please; and (@Jörg Weiß)", ["c", "j"]],
  ["@Clara @Clara", ["c"]],
  ["@Claras", []],
  ["@clara", []],
  ["mail me@Clara or @", []],
  ["@a.b (c)* is a name", ["x"]],
  ["@@Clara", ["c"]],
  ["", []],
])("%j mentions %j", (text, ids) => {
  expect(listMentionedPeople(text, people)).toEqual(ids);
});

it("finds the position of a mention", () => {
  const text = "Ask @Clara Caregiver now";
  const [found] = findMentions(text, people);
  expect(text.slice(found!.at, found!.at + found!.length)).toBe("@Clara Caregiver");
});

it.each([
  ["Ask @Cl", 7, { at: 4, typed: "Cl" }],
  ["@", 1, { at: 0, typed: "" }],
  ["Ask @Clara Car please", 14, { at: 4, typed: "Clara Car" }],
  ["me@Cl", 5, null],
  ["Ask @Cl\nand", 11, null],
  ["Ask", 3, null],
])("%j with the caret at %d has the mention query %j", (text, caret, query) => {
  expect(getMentionQuery(text, caret)).toEqual(query);
});

it.each([
  ["", ["a.b (c)*", "Clara", "Clara Caregiver", "Jörg Weiß"]],
  ["c", ["Clara", "Clara Caregiver"]],
  ["ca", ["Clara Caregiver"]],
  ["WEI", ["Jörg Weiß"]],
  ["clara c", ["Clara Caregiver"]],
  ["clara caregiver ", []],
])("the query %j suggests %j", (typed, names) => {
  expect(suggestMentions(people, typed).map(({ name }) => name)).toEqual(names);
});

it.each([
  ["Ask @Cl", "Ask @Clara |"],
  ["Ask @Cl now", "Ask @Clara |now"],
  ["@Cl", "@Clara |"],
])("choosing a name turns %j into %j", (typed, expected) => {
  const caret = typed.indexOf("@Cl") + 3;
  const { text, caret: after } = insertMention(typed, getMentionQuery(typed, caret)!, "Clara");
  expect(`${text.slice(0, after)}|${text.slice(after)}`).toBe(expected);
});
