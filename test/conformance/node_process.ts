import type { Identity, TokenVerifier } from "../../server/auth/identity.ts";
import { serveNode } from "../node.ts";

// A node of the service as its own process, for tests that kill it. Its parent verifies the tokens, because only the
// parent has the keys.
const waiting = new Map<number, { resolve(identity: Identity): void; reject(error: Error): void }>();
let asked = 0;

const verifyToken: TokenVerifier = (token) =>
  new Promise((resolve, reject) => {
    waiting.set(asked, { resolve, reject });
    process.send!({ check: asked++, token });
  });

process.on("message", ({ check, identity }: { check: number; identity: Identity | null }) => {
  const call = waiting.get(check);
  waiting.delete(check);
  if (identity) call?.resolve(identity);
  else call?.reject(new Error("refused"));
});
process.on("disconnect", () => process.exit());

const node = await serveNode({ connectionString: process.argv[2]!, verifyToken });
process.send!({ url: node.url });
