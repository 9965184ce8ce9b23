import { CLIENT, ensureBuilt } from "../../server/build/build.ts";
import { buildPageScripts } from "../simulated-browser/scripts.ts";
import { startSharedPostgres } from "./postgres.ts";

/** The tests run on the built client, as in production, and share one PostgreSQL. */
export default async function setup(): Promise<() => Promise<void>> {
  await ensureBuilt(CLIENT);
  await buildPageScripts();
  return startSharedPostgres();
}
