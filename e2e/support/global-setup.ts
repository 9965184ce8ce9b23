import { CLIENT, ensureBuilt } from "../../server/build/build.ts";
import { buildPageScripts } from "../simulated-browser/scripts.ts";

/** The tests run on the built client, as in production. */
export default async function setup(): Promise<void> {
  await ensureBuilt(CLIENT);
  await buildPageScripts();
}
