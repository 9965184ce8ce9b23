import { ensureClientBuilt } from "../../server/http/client-build.ts";

/** The tests run on the built client, as in production. */
export default async function setup(): Promise<void> {
  await ensureClientBuilt();
}
