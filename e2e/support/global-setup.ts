import { ensureClientBuilt } from "../../server/http/client-build.ts";

/** The tests look at the built client, as people do. */
export default async function setup(): Promise<void> {
  await ensureClientBuilt();
}
