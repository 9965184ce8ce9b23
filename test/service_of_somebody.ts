import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: string };

/** A service that a person names, such as ntfy or a program of theirs: takes any request and keeps it. */
export async function startServiceOfSomebody() {
  const received: ReceivedRequest[] = [];
  let answer = { status: 200, body: "" };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ path: request.url!, headers: request.headers, body });
    response.writeHead(answer.status).end(answer.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Lets every request have this answer; without one again a fitting one. */
    answerWith(status = 200, body = "") {
      answer = { status, body };
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

export type ServiceOfSomebody = Awaited<ReturnType<typeof startServiceOfSomebody>>;
