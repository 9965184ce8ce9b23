import { pluralize } from "../../../../lib/pluralize.ts";
import { deletePushKey } from "../../../../server/auth/push_key_data.ts";
import type { Database } from "../../../../server/db/database.ts";
import { disablePushDevices } from "../../../notifications/server/public.ts";

/** Takes the key for push services away, so that the server makes a new one. All devices have to subscribe again. */
export async function createPushKey({ db }: Pick<Database, "db">): Promise<string[]> {
  const count = await db.transaction().execute(async (trx) => {
    await deletePushKey(trx);
    return disablePushDevices(trx);
  });
  return [
    "The server makes a new key for push services within a minute, or at its next start.",
    count === 0
      ? "No device had subscribed with the former one."
      : `${pluralize(count, "device")} subscribed with the former one: people have to turn notifications on there again.`,
  ];
}
