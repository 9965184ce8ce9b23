import { MINUTE, SECOND } from "../../lib/dates/time.ts";
import { systemClock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { readMailTrouble } from "../mail/data.ts";
import { verifyMailServer } from "../mail/delivery.ts";
import type { FileStorage } from "../storage/storage.ts";

/** Absent for services that this node doesn't use. */
export type ServicesHealth = { mail?: "ok" | "failing"; files?: "ok" | "failing" };

/** How long an answer counts; probes come more often. */
const KEEP_MS = MINUTE;
/** The first probe waits this long for an answer, later ones get the one before. */
const FIRST_WAIT_MS = 2 * SECOND;

/**
 * Watches the services that the node can work without for a while: mails wait in the outbox, and only files are missing.
 * So they never make it unready, which would take the notebook away because of a mail server.
 * @returns asks for the newest known state; looks anew at most once a minute, in the background
 */
export function watchServices(
  { smtpUrl, storage: { driver } }: Pick<Config, "smtpUrl" | "storage">,
  storage: FileStorage,
  database: Pick<Database, "db">,
  clock = systemClock,
): () => Promise<ServicesHealth> {
  let known: ServicesHealth = {};
  let askedAt = Number.NEGATIVE_INFINITY;
  let first: Promise<void> | null = null;

  async function look(): Promise<void> {
    const [mail, files] = await Promise.all([
      smtpUrl === null ? null : takesLetters(smtpUrl),
      // The disk of local files is checked as such. A name that doesn't exist is the cheapest question to a bucket.
      driver === "local" ? null : answers(() => storage.size("health/none")),
    ]);
    known = { ...(mail && { mail }), ...(files && { files }) };
  }

  /** A server that lets us in may still refuse our sender, or every addressee: the outbox knows. */
  async function takesLetters(url: string): Promise<"ok" | "failing"> {
    const lets = await answers(() => verifyMailServer(url));
    const trouble = await readMailTrouble(database).catch(() => null);
    return lets === "ok" && trouble ? "failing" : lets;
  }

  return async () => {
    if (clock.elapsed() - askedAt > KEEP_MS) {
      askedAt = clock.elapsed();
      const looking = look();
      first ??= looking;
    }
    await Promise.race([first, new Promise((resolve) => clock.after(FIRST_WAIT_MS, () => resolve(null)))]);
    return known;
  };
}

const answers = (ask: () => Promise<unknown>): Promise<"ok" | "failing"> =>
  ask().then(
    () => "ok" as const,
    () => "failing" as const,
  );
