import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { CareError } from "../../../lib/errors.ts";
import { denied } from "../../../server/access/gate.ts";
import { bearerOfLink } from "../../../server/access/link_bearer.ts";
import type { RoomParts } from "../../../server/rooms.ts";
import { createEncryptStream } from "../../../server/storage/sealed_stream.ts";
import { getDiaryProgram, mayReadActivatedProgram } from "../../progress/server/public.ts";
import { mayMakeExport } from "./access.ts";
import * as rows from "./data.ts";
import { type Claim, claimExport, failExport, finishExport, keepFileKey, showProgress } from "./queue.ts";
import { type ReportData, reportOf } from "./report.ts";
import { writeReport } from "./write.ts";

export type ExporterParts = Pick<RoomParts, "database" | "storage" | "vault" | "log">;

const LOOK_EVERY_MS = 1_000;

export type Exporter = {
  /** Finishes the current export and stops. */
  stop(): Promise<void>;
};

/**
 * Polls every second for queued exports and creates them, one at a time per node. The rows are the queue, as in the
 * outbox: when a node dies, another one takes over its export after the claim expires.
 */
export function startExporter(parts: ExporterParts): Exporter {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      round = makeExports(parts, () => stopped)
        .catch((error: unknown) => parts.log.error({ part: "exports", err: error }, "Exports can't be made."))
        .finally(schedule);
    }, LOOK_EVERY_MS);
  };
  schedule();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/** Creates queued exports until there are none. */
export async function makeExports(parts: ExporterParts, isStopped = () => false): Promise<void> {
  while (!isStopped()) {
    const claim = await claimExport(parts.database);
    if (!claim) return;
    await makeOne(parts, claim);
  }
}

async function makeOne(parts: ExporterParts, claim: Claim): Promise<void> {
  const { database, storage, vault, log } = parts;
  try {
    const fileKey = await keepFileKey(database, vault, claim);
    const report = await readReportData(parts, claim);
    await showProgress(database, claim, 40);
    const bytes = await writeReport(report, claim);
    await showProgress(database, claim, 80);
    const stored = fileKey ? await buffer(Readable.from([bytes]).pipe(createEncryptStream(fileKey))) : bytes;
    await storage.write(claim.objectName, stored);
    await finishExport(database, claim, bytes.length);
  } catch (error) {
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
function readReportData({ database, vault }: ExporterParts, claim: Claim): Promise<ReportData> {
  return database.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (db) => {
      const maker = await bearerOfLink(db, claim.makerId);
      const access = await mayMakeExport().resolve(maker, claim);
      const seen = await mayReadActivatedProgram().resolve(maker, claim);
      const program = seen && (await getDiaryProgram(db, vault, seen));
      if (!program) throw denied();
      const subject = await rows.findSubject(db, access);
      const tasks = await rows.listTasks(db, access);
      return reportOf({ program, subject, tasks, range: claim, madeAt: Date.now() });
    });
}
