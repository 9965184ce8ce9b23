import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { DAY } from "../../../lib/dates/time.ts";
import { type Certificate, newAuthority } from "../../../test/certificate.ts";
import { api, careTeam, createNote } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { startSendingNode, startWebhookReceiver, webhookOf } from "../../../test/webhooks.ts";
import { formatFailure } from "../rules/failures.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService({ outgoing: { allow: ["127.0.0.1"] } });
  team = await careTeam(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  for (const table of ["webhooks", "webhook_deliveries"])
    await service.database.pool.query(`delete from ${table}`);
});

const authority = newAuthority();
const list = () => team.caregiver.http.query(api.webhooks.listWebhooks, {});

const UNKNOWN = "its certificate is from an issuer that this server doesn't know";

/** A node whose operator trusts the authority. */
let node: ChildProcess;
beforeAll(async () => {
  const file = join(inject("scratch"), "authority.pem");
  await writeFile(file, authority.cert);
  node = await startSendingNode(service, { NODE_EXTRA_CA_CERTS: file });
});
afterAll(async () => {
  node.kill("SIGKILL");
  await once(node, "exit");
});

/** What the node does with a message to a program with this certificate: why it failed, or `arrived`. */
async function told(certificate: Certificate): Promise<string> {
  const receiver = await startWebhookReceiver(certificate);
  await webhookOf(team.caregiver, receiver.url);
  await createNote(team.owner, team.diaryId);
  try {
    await expect
      .poll(async () => (await list()).some(({ lastOk, lastFailedAt }) => lastOk ?? lastFailedAt), {
        timeout: 20_000,
      })
      .toBe(true);
    const [{ lastOk, lastFailure }] = (await list()) as [Awaited<ReturnType<typeof list>>[number]];
    expect(receiver.received).toHaveLength(lastOk === null ? 0 : 1);
    return lastOk === null ? formatFailure(lastFailure!) : "arrived";
  } finally {
    await receiver.close();
  }
}

it("goes by https to a program whose certificate is of an authority that the operator trusts", async () => {
  expect(await told(authority.issue("localhost"))).toBe("arrived");
}, 60_000);

it.each([
  ["of an authority that nobody trusts", () => newAuthority().issue("localhost"), UNKNOWN],
  [
    "for another address",
    () => authority.issue("elsewhere.example"),
    "its certificate is for another address",
  ],
  [
    "that has run out",
    () => authority.issue("localhost", { until: Date.now() - DAY }),
    "its certificate has run out, or doesn't hold yet",
  ],
])(
  "isn't sent to a program with a certificate %s, and says so",
  async (_, certificate, words) => {
    expect(await told(certificate())).toBe(words);
  },
  60_000,
);

it("a test reports the error of the certificate", async () => {
  const receiver = await startWebhookReceiver(authority.issue("localhost"));
  try {
    const { webhookId } = await webhookOf(team.caregiver, receiver.url);
    await expect(team.caregiver.http.action(api.webhooks.sendTest, { webhookId })).rejects.toMatchObject({
      data: { message: `The message wasn't taken: ${UNKNOWN}` },
    });
    expect(receiver.received).toEqual([]);
  } finally {
    await receiver.close();
  }
});
