import type { Kysely } from "kysely";
import { pluralize } from "../../lib/pluralize.ts";
import { writeMessage } from "../../lib/words/message.ts";
import { findPushKey } from "../auth/push_key_data.ts";
import type { Config } from "../config.ts";
import { readSecretKey } from "../data_directory.ts";
import type { Tables } from "../db/database.ts";
import { formatOperatorCommand } from "../operator/command_line.ts";
import { checkDestination, OUTGOING_MESSAGES, OutgoingRefused } from "../outgoing/destination.ts";
import { readNetworks } from "../outgoing/networks.ts";
import { pushContact } from "../outgoing/outgoing.ts";
import { unsealPushKey } from "../push/keys.ts";
import { getFirstLine } from "../start_error.ts";
import { createFindings, type Finding } from "./finding.ts";

const part = createFindings("Push");

type PushConfig = Pick<Config, "secretKey" | "dataDir" | "outgoing" | "baseUrl" | "mailFrom">;

/**
 * Notifications on phones and in browsers: the key, the contact, the operator's own push services, and the devices.
 * Sends nothing; `test-push` does.
 */
export async function checkPush(
  config: PushConfig,
  {
    db,
    countDevices,
  }: {
    db: Kysely<Tables>;
    /** How many browsers have subscribed, and to how many of them nothing is sent any more. */
    countDevices: (db: Kysely<Tables>) => Promise<{ all: number; disabled: number }>;
  },
): Promise<Finding[]> {
  const services = await Promise.all(
    config.outgoing.pushHosts.map((host) => checkService(host, config.outgoing.allow)),
  );
  return [
    await checkKey(config, db),
    checkContact(config),
    ...services.filter((finding) => finding !== null),
    devicesFinding(await countDevices(db)),
  ];
}

async function checkKey({ secretKey, dataDir }: PushConfig, db: Kysely<Tables>): Promise<Finding> {
  const stored = await findPushKey(db);
  if (!stored) return part.warning("There is no key for push services yet.", "The running server makes it.");
  const secret = secretKey ?? (await readSecretKey(dataDir, async () => true));
  if (unsealPushKey(stored, secret) === null) {
    return part.fault(
      "The key for push services was made with another SECRET_KEY: no device gets notifications.",
      `Give the former SECRET_KEY, or make a new key: ${formatOperatorCommand("new-push-key")}.`,
    );
  }
  return part.ok("the key for push services can be read.");
}

function checkContact(config: PushConfig): Finding {
  const contact = pushContact(config);
  if (config.outgoing.pushContact !== null || config.baseUrl.startsWith("https://"))
    return part.ok(`push services get ${contact} as your address.`);
  return part.warning(
    `Push services get ${contact} as your address. Apple's refuses messages when that isn't a real one.`,
    "Set BASE_URL to your https address, without which browsers take no notifications, or PUSH_CONTACT.",
  );
}

/** The problem with an entry of PUSH_HOSTS; null when messages can go there. */
async function checkService(host: string, allow: readonly string[]): Promise<Finding | null> {
  const address = `https://${host}`;
  if (!URL.canParse(address))
    return part.fault(`PUSH_HOSTS has ${host}, which is no host.`, "Correct it; ports go up to 65535.");
  const url = new URL(address);
  // Subscriptions are compared with the host as addresses have it: without the usual port.
  if (url.host !== host)
    return part.fault(`PUSH_HOSTS has ${host}, which no subscription has.`, `Write it as ${url.host}.`);
  try {
    await checkDestination(url, { listed: readNetworks(allow)! });
    return null;
  } catch (error) {
    if (!(error instanceof OutgoingRefused))
      return part.warning(`${host} of PUSH_HOSTS can't be found: ${getFirstLine(error)}`, "Check its name.");
    return part.fault(
      error.message === writeMessage(OUTGOING_MESSAGES.notPublic)
        ? `${host} of PUSH_HOSTS is in a private network.`
        : `${host} of PUSH_HOSTS has a port of its own.`,
      "List its network in OUTGOING_ALLOW.",
    );
  }
}

function devicesFinding({ all, disabled }: { all: number; disabled: number }): Finding {
  if (all === 0) return part.ok("no device gets notifications yet.");
  const devices = pluralize(all, "device");
  if (disabled === 0) return part.ok(`${devices} ${all === 1 ? "gets" : "get"} notifications.`);
  if (disabled < all)
    return part.ok(
      `${devices}, of which ${disabled} failed for long and ${disabled === 1 ? "gets" : "get"} none.`,
    );
  return part.warning(
    `${devices}, and none of them gets notifications: they failed for long, or the key is new.`,
    `Try ${formatOperatorCommand("test-push <email>")}; look for “notifications” in the server's log.`,
  );
}
