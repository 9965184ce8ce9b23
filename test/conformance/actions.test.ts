import { ConvexReactClient } from "convex/react";
import { anyApi } from "convex/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api, careTeam, noteArguments } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { spec } from "../spec.ts";
import { functions, makeGate } from "./functions.ts";
import { proxyTo } from "./proxies.ts";
import { eventually } from "./waiting.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ functions });
});
afterAll(() => service.close());

it("S7 fails an action whose connection broke and doesn't send it again, but does send a mutation again", {
  tags: spec("CORE-647"),
}, async () => {
  const { diaryId, owner } = await careTeam(service);
  const { proxy, url } = await proxyTo(service.url);
  const client = new ConvexReactClient(url, { unsavedChangesWarning: false, logger: false });
  client.setAuth(() => service.issuer.tokenFor(owner));
  await client.mutation(api.notes.createNote, noteArguments(diaryId));
  const { gate, isEntered, open } = makeGate();
  const action = client.action(anyApi.test!.waitOutside!, { gate });
  const failure = action.then(
    () => null,
    (error: Error) => error.message,
  );
  await eventually(isEntered);
  expect(client.connectionState().inflightActions).toBe(1);
  proxy.faults.swallow.up = true;
  const mutation = client.mutation(api.notes.createNote, noteArguments(diaryId));
  proxy.cut();
  proxy.faults.swallow.up = false;
  expect(await failure).toContain("Connection lost while action was in flight");
  open();
  await mutation;
  expect(client.connectionState()).toMatchObject({ inflightActions: 0, inflightMutations: 0 });
  expect(await owner.http.query(api.notes.listNotes, { diaryId })).toHaveLength(2);
  await client.close();
  await proxy.close();
});

it("S7 rule 8 refuses more actions at once than the limit, and names the limit", async () => {
  const { owner } = await careTeam(service);
  const client = service.connect(owner);
  const { gate, open } = makeGate();
  const refused: unknown[] = [];
  const actions = Array.from({ length: 22 }, () =>
    client.action(anyApi.test!.waitOutside!, { gate }).catch((error: unknown) => void refused.push(error)),
  );
  await eventually(() => refused.length === 2);
  open();
  await Promise.all(actions);
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatchObject({
    data: { code: "limit", message: "Too many actions at once: at most 20 a connection" },
  });
});
