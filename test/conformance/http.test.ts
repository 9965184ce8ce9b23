import { anyApi } from "convex/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api, careTeam, noteArguments } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { functions, makeGate } from "./functions.ts";
import { RawClient } from "./raw_client.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ functions });
});
afterAll(() => service.close());

async function post(path: string, body: unknown, token?: string) {
  const response = await fetch(`${service.url}/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

it("rule 10 lets ConvexHttpClient run queries, mutations and actions, and updates live queries after its changes", async () => {
  const { diaryId, owner, caregiver } = await careTeam(service);
  const watcher = await RawClient.open(service.url, { token: await service.issuer.tokenFor(caregiver) });
  watcher.add({ queryId: 0, udfPath: "notes:listNotes", args: { diaryId } });
  await watcher.until(() => watcher.values.has(0));
  const noteId = await owner.http.mutation(api.notes.createNote, noteArguments(diaryId));
  expect(await owner.http.query(api.notes.getNote, { noteId })).toMatchObject({ _id: noteId });
  const { gate, open } = makeGate();
  open();
  expect(await owner.http.action(anyApi.test!.waitOutside!, { gate })).toBe("passed");
  await watcher.until(() => (watcher.values.get(0) as unknown[]).length === 1);
  await expect(owner.http.mutation(anyApi.test!.waitAndRefuse!, { diaryId, gate })).rejects.toMatchObject({
    data: { code: "conflict", message: "Refused later" },
  });
  await watcher.close();
});

it("rule 10 accepts an object of arguments from scripts, and answers with status, value or errorMessage and errorData", async () => {
  const { diaryId, owner, outsider } = await careTeam(service);
  const [mine, others] = await Promise.all(
    [owner, outsider].map((person) => service.issuer.tokenFor(person)),
  );
  const list = { path: "notes:listNotes", args: { diaryId }, format: "json" };
  expect(await post("query", list, mine)).toMatchObject({ status: "success", value: [] });
  const denied = { code: "access-denied", message: "Access denied" };
  expect(await post("query", list, others)).toMatchObject({
    status: "error",
    errorMessage: "Access denied",
    errorData: denied,
  });
  expect(await post("query", list)).toMatchObject({ status: "error", errorMessage: "Not authenticated" });
  expect(await post("query", list, "garbage")).toMatchObject({
    status: "error",
    errorMessage: "Not authenticated",
  });
  expect(await post("mutation", list, mine)).toMatchObject({ errorData: { code: "not-found" } });
  expect(await post("query", { ...list, args: { diaryId: 7 } }, mine)).toMatchObject({
    errorData: { code: "invalid" },
  });
  expect(await post("query", "{", mine)).toMatchObject({ status: "error" });
  const broken = (await post("mutation", { path: "test:break", args: {} }, mine)) as {
    errorMessage?: string;
  };
  expect(broken.errorMessage).toMatch(/^Internal error \(/);
});
