import { type FunctionReference, makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { functions } from "../../registry/functions.ts";
import { getScopes } from "../../server/access/scopes.ts";
import { accessTokenOf, programWith } from "../access-tokens.ts";
import { api } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { refusalWord, secretsIn } from "./answers.ts";
import { CALLS } from "./calls.ts";
import { SCOPES_EXPECTED } from "./scopes_expected.ts";
import { makeWorld, type World } from "./world.ts";
import { noteChanges } from "./written_tables.ts";

let service: Service;
let world: World;
/** A notebook of the owner in which nothing stands. */
let elsewhere: string;
let changedTables: () => Promise<string[]>;
beforeAll(async () => {
  service = await startService();
  changedTables = await noteChanges(service.database);
  world = await makeWorld(service);
  elsewhere = await world.actors.owner.http.mutation(api.diaries.createDiaryWithPersonInfo, {
    region: "DE",
    personInfo: { fullName: "Somebody Else" },
  });
});
afterAll(() => service.close());

const reference = <Kind extends "query" | "mutation" | "action">(name: string) =>
  makeFunctionReference(name.replace(".", ":")) as unknown as FunctionReference<Kind>;

type Client = ReturnType<typeof programWith>;

/** Calls a function in whichever way its kind needs; the answer, or the word of the refusal. */
async function answerOf(http: Client, name: string, args: Record<string, unknown>) {
  try {
    switch (functions.get(name)!.kind) {
      case "query":
        return { value: await http.query(reference<"query">(name), args) };
      case "mutation":
        return { value: await http.mutation(reference<"mutation">(name), args) };
      case "action":
        return { value: await http.action(reference<"action">(name), args) };
    }
  } catch (error) {
    return { refusal: refusalWord(error) };
  }
}

/** The program of the owner; what they had before ends, because nobody has more than some dozens. */
async function programOf(scopes: string[], diaryIds: string[] | null = null): Promise<Client> {
  const { token, tokenId } = await accessTokenOf(service, world.actors.owner.userId!, { scopes, diaryIds });
  // The first use is recorded, which isn't what the calls change.
  await service.database.pool.query("update access_tokens set last_used_at = now() where id = $1", [tokenId]);
  return programWith(token, service);
}

beforeEach(() => service.database.pool.query("delete from access_tokens"));

const casesOf = (name: string) =>
  Object.entries(CALLS[name]!.cases).map(([title, prepare]) => ({
    title: `${name}, ${title}`,
    args: () => prepare(world, "owner"),
  }));

const opened = [...functions.keys()].filter((name) => name in SCOPES_EXPECTED);
const closed = [...functions.keys()].filter((name) => !(name in SCOPES_EXPECTED));

it("needs for each function the scopes of the table", () => {
  const scopes = [...functions].map(([name, { kind }]) => [name, getScopes(name, kind)?.join(" ")] as const);
  expect(Object.fromEntries(scopes.filter(([, needed]) => needed !== undefined))).toEqual(SCOPES_EXPECTED);
});

it("opens nothing of accounts, links, invitations, members' rights, or of the platform to any token", async () => {
  // Access tokens are deleted by how some of them are called.
  for (const name of closed) {
    for (const { title, args } of casesOf(name)) {
      const prepared = await args();
      const everything = await programOf(["read", "write"]);
      await changedTables();
      expect(await answerOf(everything, name, prepared), title).toEqual({ refusal: "person" });
      expect(await changedTables(), title).toEqual([]);
      await service.database.pool.query("delete from access_tokens");
    }
  }
});

describe.each(opened.filter((name) => functions.get(name)!.kind === "query"))("%s", (name) => {
  it("answers a token that reads everything like its person, and no other one at all", async () => {
    const [reading, others] = [await programOf(["read"]), await programOf(scopesBut(name))];
    for (const { title, args } of casesOf(name)) {
      const prepared = await args();
      const owner = await answerOf(world.actors.owner.http, name, prepared);
      expect(comparable(name, await answerOf(reading, name, prepared)), title).toEqual(
        comparable(name, owner),
      );
      expect(await answerOf(others, name, prepared), title).toEqual({ refusal: "scope" });
    }
  });

  it("shows nothing of a notebook that wasn't chosen for the token", async () => {
    const limited = await programOf(["write"], [elsewhere]);
    for (const { title, args } of casesOf(name)) {
      expect(secretsIn(await answerOf(limited, name, await args())), title).toEqual([]);
    }
  });
});

describe.each(opened.filter((name) => functions.get(name)!.kind !== "query"))("%s", (name) => {
  it("is refused, and changes nothing, without the scope and outside of the chosen notebooks", async () => {
    const clients = [await programOf(scopesBut(name)), await programOf(["write"], [elsewhere])];
    for (const { title, args } of casesOf(name)) {
      const prepared = await args();
      for (const [index, client] of clients.entries()) {
        await changedTables();
        const { refusal } = await answerOf(client, name, prepared);
        expect(refusal, title).toBeDefined();
        if (index === 0) expect(refusal, title).toBe("scope");
        expect(await changedTables(), title).toEqual([]);
      }
    }
  });
});

/** An answer as text without its moments: a handover is up to when one asks. */
const withoutMoments = (answer: object): string => JSON.stringify(answer).replace(/\b1\d{12}\b/g, "moment");

/** What two answers have in common that are of different moments. */
const comparable = (name: string, answer: object) =>
  name.startsWith("handover.") ? secretsIn(answer) : withoutMoments(answer);

/** Scopes of all areas but one that a function needs; to read only where it needs to write. */
function scopesBut(name: string): string[] {
  const needed = SCOPES_EXPECTED[name]!.split(" ");
  const [area, level] = needed.at(-1)!.split(":");
  const areas = new Set(
    Object.values(SCOPES_EXPECTED).flatMap((each) => each.split(" ").map((one) => one.split(":")[0]!)),
  );
  return [...areas].flatMap((each) => {
    if (each !== area) return each === "members" ? ["members:read"] : [`${each}:write`];
    return level === "write" ? [`${each}:read`] : [];
  });
}
