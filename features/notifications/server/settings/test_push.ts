import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Tables } from "../../../../server/db/database.ts";
import type { SendOutcome } from "../../../../server/outgoing/outcome.ts";
import type { Outgoing } from "../../../../server/outgoing/outgoing.ts";
import { runInLanguage } from "../../../../server/words/texts.ts";
import { deleteTarget } from "../deliver/delivery_data.ts";
import { markWorking } from "./new_targets_data.ts";
import { listPushDevices } from "./targets_data.ts";
import { sendTestTo } from "./test_message.ts";

/** What a push service answered for a device. */
export type PushTestResult = {
  /** What its person calls the device. */
  label: string;
  /** Nothing was sent to it before the test: it had failed too often, or the key for push services had changed. */
  wasDisabled: boolean;
  /** Null when its address was sealed with another secret. */
  outcome: SendOutcome | null;
};

/**
 * Sends the test message to all browsers of a user, in the order of their addition. As after the user's own test, a
 * device that takes it is enabled again, and an ended one is removed.
 */
export async function testPushDevices(
  db: Kysely<Tables>,
  parts: { outgoing: Outgoing; baseUrl: string },
  { id: userId, language }: { id: string; language: string | null },
): Promise<PushTestResult[]> {
  const devices = await listPushDevices(db, userId);
  return Promise.all(
    devices.map(async ({ id, label, sealed, disabledAt }) => {
      const target = { channel: "push", sealed, id: uuidv7() } as const;
      const outcome = await runInLanguage(language, () => sendTestTo(parts, target));
      if (outcome?.kind === "sent") await markWorking(db, id, new Date());
      if (outcome?.kind === "gone") await deleteTarget(db, id);
      return { label, wasDisabled: disabledAt !== null, outcome };
    }),
  );
}
