import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { CareError } from "../../../lib/errors.ts";
import { findBearerOfLink } from "../../../server/access/link_bearer.ts";
import { runWhenDue } from "../../../server/jobs/due_work.ts";
import type { RoomParts } from "../../../server/rooms.ts";
import { awaitStorage, StorageFault } from "../../../server/storage/fault.ts";
import { createEncryptStream } from "../../../server/storage/sealed_stream.ts";
import type { FileStorage } from "../../../server/storage/storage.ts";
import { readAccountLanguage } from "../../../server/words/of_account.ts";
import { runInLanguage } from "../../../server/words/texts.ts";
import { exportable } from "./access.ts";
import { findExportKind, getKinds } from "./kinds.ts";
import {
  type Claim,
  claimExport,
  failExport,
  finishExport,
  isExportDue,
  keepAudience,
  keepFileKey,
  postponeExport,
  showProgress,
} from "./queue_figures.ts";

export type ExporterParts = Pick<
  RoomParts,
  "database" | "storage" | "vault" | "clock" | "due" | "log" | "rooms"
>;

export type Exporter = {
  /** Finishes the current export and stops. */
  stop(): Promise<void>;
};

/**
 * Creates queued exports, one at a time per node. The rows are the queue, as in the outbox: when a node dies, another one
 * takes over its export after the claim expires.
 */
export function startExporter(parts: ExporterParts): Exporter {
  let stopped = false;
  const work = runWhenDue(parts, [
    {
      part: "exports",
      failure: "Exports can't be made.",
      isDue: isExportDue([...getKinds(parts.rooms).keys()]),
      run: () => makeExports(parts, () => stopped),
    },
  ]);
  return {
    async stop() {
      stopped = true;
      await work.stop();
    },
  };
}

/** Creates queued exports until there are none. */
export async function makeExports(parts: ExporterParts, isStopped = () => false): Promise<void> {
  const kinds = [...getKinds(parts.rooms).keys()];
  while (!isStopped()) {
    const claim = await claimExport(parts.database, kinds);
    if (!claim) return;
    await makeOne(parts, claim);
  }
}

const STORAGE_FAILS = "Files of exports can't be stored. They wait, and are tried for a day.";
/** Storages whose failure was logged and isn't over. */
const failing = new WeakSet<FileStorage>();

async function makeOne(parts: ExporterParts, claim: Claim): Promise<void> {
  const { database, storage, vault, log } = parts;
  try {
    // Data for programs is always in English.
    const language = claim.format === "pdf" ? await readAccountLanguage(database.db, claim.makerId) : "en";
    const { content, audience } = await runInLanguage(language, () => compose(parts, claim));
    const fileKey = content.isEncrypted ? await keepFileKey(database, vault, claim) : null;
    await keepAudience(database, claim, audience);
    const bytes = await runInLanguage(language, () => content.write());
    await showProgress(database, claim, 80);
    const stored = fileKey ? await buffer(Readable.from([bytes]).pipe(createEncryptStream(fileKey))) : bytes;
    await awaitStorage(storage.write(claim.objectName, stored));
    failing.delete(storage);
    await finishExport(database, claim, bytes.length);
  } catch (error) {
    // Not the export's fault: it waits until the storage has room or answers.
    if (error instanceof StorageFault) {
      if (!failing.has(storage)) log.error({ part: "exports", err: error.cause }, STORAGE_FAILS);
      failing.add(storage);
      return postponeExport(database, claim);
    }
    if (error instanceof CareError) {
      return failExport(database, claim, { failure: "hidden", again: false });
    }
    const { exportId, attempts } = claim;
    log.error({ part: "exports", exportId, attempt: attempts, err: error }, "An export couldn't be made.");
    await failExport(database, claim, { failure: "failed", again: true });
  }
}

/**
 * Reads the content of an export in one snapshot with its requester's current permissions. Throws CareError when they
 * have no access any more.
 */
function compose({ database, vault, rooms }: ExporterParts, claim: Claim) {
  return database.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (db) => {
      const kind = findExportKind(getKinds(rooms), claim.kind);
      const maker = await findBearerOfLink(db, claim.makerId);
      const subject = await exportable(maker, kind, claim.subjectId);
      const content = await kind.compose({ db, vault, maker }, subject, claim);
      return { content, audience: subject.audience };
    });
}
