import { pluralize } from "../../../lib/pluralize.ts";
import { deletePushKey } from "../../../server/auth/push_key_data.ts";
import type { Config } from "../../../server/config.ts";
import { readSecretKey } from "../../../server/data_directory.ts";
import type { Database } from "../../../server/db/database.ts";
import { createLog } from "../../../server/log.ts";
import { defineCommand, type OperatorCommand, OperatorError } from "../../../server/operator/command.ts";
import { findKnownUser, readEmail } from "../../../server/operator/people.ts";
import { openOutgoing, pushContact } from "../../../server/outgoing/outgoing.ts";
import { countPushDevices, disablePushDevices } from "./settings/targets_data.ts";
import { type PushTestResult, testPushDevices } from "./settings/test_push.ts";

const testPush = defineCommand({
  name: "test-push",
  usage: "test-push <email>",
  help: ["send a notification to all devices of somebody, and say what the push", "services answered"],
  group: "checks",
  positionals: ["email"],
  async run({ withDatabase }, { words }) {
    const email = readEmail(words.email);
    return withDatabase((database, config) => sendTestPush(database, config, email));
  },
});

const newPushKey = defineCommand({
  name: "new-push-key",
  usage: "new-push-key",
  help: [
    "make another key for the push services of browsers; all devices",
    "have to turn notifications on again",
  ],
  group: "checks",
  positionals: [],
  run: ({ withDatabase }) => withDatabase(createPushKey),
});

/** Commands for notifications on devices. */
export const COMMANDS: readonly OperatorCommand[] = [newPushKey, testPush];

/** Takes the key for push services away, so that the server makes a new one. All devices have to subscribe again. */
async function createPushKey({ db }: Pick<Database, "db">): Promise<string[]> {
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

type PushConfig = Pick<Config, "secretKey" | "dataDir" | "outgoing" | "baseUrl" | "mailFrom">;

/**
 * Sends the test message to all browsers of a user with this server's settings, at once; returns the lines to print,
 * one for each device.
 * @throws OperatorError when there is no such user or device, when the key can't be read, or when no device took it
 */
async function sendTestPush(
  { db }: Pick<Database, "db">,
  config: PushConfig,
  email: string,
): Promise<string[]> {
  const user = await findKnownUser(db, email);
  // Without any device the server may never have started, and a key isn't made here.
  if ((await countPushDevices(db)).all === 0) throw new OperatorError(noDevice(user.email));
  const secret = config.secretKey ?? (await readSecretKey(config.dataDir, async () => true));
  const outgoing = await openOutgoing(config, { db, secret, log: createLog("fatal") });
  try {
    if ((await outgoing.push.publicKey()) === null) {
      throw new OperatorError(
        "The key for push services was made with another SECRET_KEY, so nobody gets notifications: give the former one, or make a new key with new-push-key.",
      );
    }
    const results = await testPushDevices(db, { outgoing, baseUrl: config.baseUrl }, user);
    if (results.length === 0) throw new OperatorError(noDevice(user.email));
    const taken = results.filter(({ outcome }) => outcome?.kind === "sent").length;
    const lines = results.map((result) => getLine(result, pushContact(config)));
    if (taken === 0) throw new OperatorError(lines.join("\n"));
    const devices = pluralize(results.length, "device");
    return [
      ...lines,
      `${taken} of ${devices} of ${user.email}: look whether the notification is shown. One that was taken but isn't shown is held back by the device's own settings.`,
    ];
  } finally {
    await outgoing.close();
  }
}

const noDevice = (email: string) =>
  `${email} has no device that gets notifications: people turn them on in their account's settings, on the device itself.`;

function getLine({ label, wasDisabled, outcome }: PushTestResult, contact: string): string {
  return `${label}: ${getAnswer(outcome, contact)}${wasDisabled && outcome?.kind === "sent" ? " Nothing was sent to it before; from now on it gets notifications again." : ""}`;
}

/** A push service's answer, in words. Network errors only give their code: their messages name the address. */
function getAnswer(outcome: PushTestResult["outcome"], contact: string): string {
  if (outcome === null)
    return "its address was stored with another SECRET_KEY. Notifications have to be turned off and on there.";
  switch (outcome.kind) {
    case "sent":
      return "the push service has taken the message.";
    case "gone":
      return "the push service says that it takes no notifications any more, so it was removed. They have to be turned on there again.";
    case "misconfigured":
      return `the push service doesn't accept this server (${outcome.words}). It gets ${contact} as the operator's address (PUSH_CONTACT); Apple's refuses one that isn't real, and all refuse a wrong clock.`;
    case "refused":
      return `the message was refused (${outcome.words}).`;
    case "later":
      return /^\d{3}$/.test(outcome.reason)
        ? `the push service has a problem of its own (${outcome.words}). Try again later.`
        : `the push service can't be reached (${outcome.reason}). Check that this machine may open https connections.`;
  }
}
