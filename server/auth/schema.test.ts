import { getMigrations } from "better-auth/db/migration";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rooms } from "../../registry/rooms.ts";
import { SECRET, type SignInServer, startSignInServer } from "../../test/sign-in-server.ts";
import { createLog } from "../log.ts";
import { getEmbeddedOptions } from "./embedded.ts";

describe("tables of the embedded sign-in", () => {
  let server: SignInServer;
  beforeAll(async () => {
    server = await startSignInServer();
  });
  afterAll(() => server.close());

  it("match the schema that this version of Better Auth needs", async () => {
    const { config, database } = server;
    const options = getEmbeddedOptions({
      config,
      database,
      secret: SECRET,
      log: createLog("silent"),
      rooms,
      sendMail: async () => {},
      waitUntil: () => {},
    });
    const { toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems } = await getMigrations(options);
    expect({ toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems }).toEqual({
      toBeCreated: [],
      toBeAdded: [],
      toBeAddedIndexes: [],
      schemaProblems: [],
    });
  });
});
