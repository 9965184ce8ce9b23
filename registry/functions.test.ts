import { describe, expect, it } from "vitest";
import { z } from "zod";
import { inNotebook, person } from "../server/access/gate.ts";
import { FUNCTION_ACTIONS } from "../server/access/permissions.ts";
import { query, type ServerFunction } from "../server/functions/define.ts";
import { functions, register } from "./functions.ts";

const ping = query({
  args: z.object({}),
  returns: z.string(),
  access: person(),
  handler: async () => "pong",
});
const modules = { care: { ping } } as Record<string, Record<string, ServerFunction>>;

describe("registering functions", () => {
  it("accepts functions whose access check matches their row of the permission table", () => {
    expect(register(modules, { "care.ping": "person" }).get("care.ping")).toBe(ping);
  });

  it.each([
    ["no row", modules, {}, "care.ping has no row"],
    [
      "a row too many",
      modules,
      { "care.ping": "person", "care.gone": "person" },
      "care.gone has a row but isn't registered",
    ],
    ["another action", modules, { "care.ping": "admin" }, "care.ping checks person, its row says admin"],
    [
      "another action of a notebook",
      {
        care: {
          ping: query({
            args: z.object({ diaryId: z.string() }),
            returns: z.number(),
            access: inNotebook("notes.create"),
            handler: async () => 1,
          }),
        },
      },
      { "care.ping": "notes.edit" },
      "care.ping checks notes.create, its row says notes.edit",
    ],
    [
      "fewer actions than it asks for",
      { care: { ping: { ...ping, access: { ...person(), action: ["tasks.plan", "tasks.edit"] } } } },
      { "care.ping": "tasks.edit" },
      "care.ping checks tasks.edit and tasks.plan, its row says tasks.edit",
    ],
    [
      "no access at all",
      { care: { ping: { ...ping, access: undefined } } },
      { "care.ping": "person" },
      "care.ping checks undefined",
    ],
    [
      "a row by the name of every object's property",
      { care: { ping }, constructor: {} },
      {},
      "care.ping has no row",
    ],
  ])("with %s stops the server at start-up", (_, all, actions, problem) => {
    expect(() => register(all as never, actions as never)).toThrow(
      `The permission table doesn't fit the functions: ${problem}`,
    );
  });

  it("doesn't compile when a handler returns another type than its function declares", () => {
    const nobody = { args: z.object({}), returns: z.number(), access: person() };
    // @ts-expect-error: a text isn't a number
    expect(query({ ...nobody, handler: async () => "pong" }).kind).toBe("query");
  });

  it("without a schema of the result stops the server at start-up", () => {
    const withoutResult = { care: { ping: { ...ping, returns: undefined } } };
    expect(() => register(withoutResult as never, { "care.ping": "person" })).toThrow(
      "Functions don't say what they return: care.ping",
    );
  });

  it("finds a row, a strict schema of arguments and a handler for every function of the product", () => {
    expect([...functions.keys()].sort()).toEqual(Object.keys(FUNCTION_ACTIONS).sort());
    for (const fn of functions.values()) {
      expect(fn.args.safeParse({ aFieldThatNobodyKnows: 1 }).success).toBe(false);
      expect(fn.handler).toBeTypeOf("function");
    }
  });
});

type Schema = { _zod: { def: Record<string, unknown> & { shape?: Record<string, Schema> } } };

/** The objects within a schema that take fields which it doesn't name, by their path. */
function openObjects(schema: Schema, path: string): string[] {
  const { def } = schema._zod;
  const isClosed = (def.catchall as Schema | undefined)?._zod.def.type === "never";
  const inner = ["innerType", "element", "in", "out"].flatMap((part) =>
    def[part] ? [def[part] as Schema] : [],
  );
  return [
    ...(def.type === "object" && !isClosed ? [path] : []),
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => openObjects(field, `${path}.${name}`)),
    ...[...inner, ...((def.options as Schema[]) ?? [])].flatMap((part) => openObjects(part, path)),
  ];
}

it("results have only the fields of their schema; only the content of a program keeps all fields of its file", () => {
  const open = [...functions].flatMap(([name, { returns }]) => openObjects(returns as never, name));
  expect([...new Set(open)]).toEqual(
    [
      "",
      ".baselineEvent",
      ".phases",
      ".phases.dayRange",
      ".phases.activities",
      ".phases.activities.tasks",
    ].map((part) => `programs.getProgram.content${part}`),
  );
});
