import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import type { WebhookArea } from "../features/webhooks/rules.ts";
import type { Certificate } from "./certificate.ts";
import { api, type TestPerson } from "./people.ts";
import { proofFor } from "./proofs.ts";
import { programEnvironment } from "./server-process.ts";
import type { Service } from "./service.ts";

export type WebhookRequest = { path: string; headers: IncomingHttpHeaders; body: string };
export type ReceivedEvent = { type: string; timestamp: string; data: Record<string, string | number> };

/** A program that is told of events: takes any request and keeps it. With a certificate it speaks https as `localhost`. */
export async function startWebhookReceiver(certificate?: Certificate) {
  const received: WebhookRequest[] = [];
  const take = (response: ServerResponse) => void response.writeHead(204).end();
  let answer: (response: ServerResponse, request: WebhookRequest) => void = take;
  const listen = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const one = { path: request.url!, headers: request.headers, body };
    received.push(one);
    answer(response, one);
  };
  const server = certificate ? createSecureServer(certificate, listen) : createServer(listen);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    received,
    url: certificate ? `https://localhost:${port}/hook` : `http://127.0.0.1:${port}/hook`,
    /** What was received, newest last. */
    events: () => received.map(({ body }) => JSON.parse(body) as ReceivedEvent),
    /** Answers with this from now on; without one it takes all. */
    answerWith(next: typeof answer = take) {
      answer = next;
    },
    answerStatus(status: number, headers: Record<string, string> = {}) {
      answer = (response) => void response.writeHead(status, headers).end();
    },
    /** Breaks all connections off. */
    async hangUp() {
      server.closeAllConnections();
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A node that only sends messages to webhooks, as its own process with more variables of the environment. */
export async function startSendingNode(
  { database }: Service,
  env: NodeJS.ProcessEnv = {},
): Promise<ChildProcess> {
  const { connectionString } = database.pool.options as { connectionString: string };
  const program = join(import.meta.dirname, "durability", "reminding.ts");
  const child = spawn(process.execPath, [program, connectionString, "push.example.org", "webhooks"], {
    env: { ...programEnvironment(), ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout!, "data");
  return child;
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/** Whether a request is signed with a secret, as the reference implementation of Standard Webhooks sees it. */
export function isSignedWith(secret: string, { headers, body }: WebhookRequest): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** Makes a webhook of a person. */
export const webhookOf = (
  person: TestPerson,
  hookUrl: string,
  { areas = null, diaryIds = null }: { areas?: WebhookArea[] | null; diaryIds?: string[] | null } = {},
) =>
  person.http.action(api.webhooks.createWebhook, {
    name: "Kitchen display",
    hookUrl,
    areas,
    diaryIds,
    proof: proofFor(person, "webhook"),
  });
