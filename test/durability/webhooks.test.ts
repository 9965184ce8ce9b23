import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { careTeam, createNote } from "../people.ts";
import { type Service, startService } from "../service.ts";
import {
  isSignedWith,
  startSendingNode,
  startWebhookReceiver,
  type WebhookReceiver,
  webhookOf,
} from "../webhooks.ts";

/** How many nodes are killed; `WEBHOOK_KILLS=50` is the long drill. */
const KILLS = Number(process.env.WEBHOOK_KILLS ?? 1);
const NODES = 3;
const KILL_EVERY_MS = 700;

let service: Service;
let receiver: WebhookReceiver;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  // So that kills come while messages are on their way.
  receiver.answerWith((response) => void setTimeout(() => response.writeHead(204).end(), 60));
  service = await startService({ outgoing: { allow: ["127.0.0.1"] } });
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await service.close();
  await receiver.close();
});

const sql = async (text: string) => (await service.database.pool.query(text)).rows;

async function startNode(): Promise<ChildProcess> {
  const child = await startSendingNode(service);
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Ends the leases of nodes that are dead, as a minute would. */
const release = () =>
  sql(`with queues as (update webhook_queues set look_at = now())
       update webhook_deliveries set leased_until = null, next_attempt_at = now()
        where outcome is null and leased_until < now() + interval '57 seconds'`);

it(`tells of each change although ${KILLS} nodes are killed meanwhile, under one id, and records that it did`, async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const { secret } = await webhookOf(caregiver, receiver.url);
  for (let count = 0; count < NODES; count++) await startNode();
  let isWriting = true;
  const written: string[] = [];
  const writing = (async () => {
    while (isWriting) {
      written.push(await createNote(owner, diaryId));
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  })();
  for (let kill = 0; kill < KILLS; kill++) {
    await new Promise((resolve) => setTimeout(resolve, KILL_EVERY_MS));
    const [victim] = running;
    victim!.kill("SIGKILL");
    await once(victim!, "exit");
    await Promise.all([startNode(), release()]);
  }
  isWriting = false;
  await writing;
  await expect
    .poll(
      async () => {
        await release();
        return (await sql("select count(*)::int as n from webhook_deliveries where outcome is null"))[0].n;
      },
      { timeout: 120_000, interval: 500 },
    )
    .toBe(0);

  const events = receiver.received.map(({ headers, body }) => ({
    messageId: headers["webhook-id"],
    noteId: JSON.parse(body).data.id as string,
  }));
  expect(new Set(events.map(({ noteId }) => noteId))).toEqual(new Set(written));
  // What came twice came under the same id.
  const ids = Map.groupBy(events, ({ noteId }) => noteId);
  for (const [noteId, all] of ids)
    expect(new Set(all.map(({ messageId }) => messageId)).size, noteId).toBe(1);
  expect(receiver.received.every((request) => isSignedWith(secret, request))).toBe(true);
  expect(await sql("select distinct outcome from webhook_deliveries")).toEqual([{ outcome: "sent" }]);
}, 600_000);
