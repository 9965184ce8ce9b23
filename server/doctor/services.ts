import { WebSocket } from "ws";
import { MINUTE, SECOND } from "../../lib/dates/time.ts";
import { pluralize } from "../../lib/pluralize.ts";
import { doPasskeysWork, getBaseUrlWarning, getOwnOrigins } from "../auth/origins.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { diagnose } from "../db/diagnosis.ts";
import { describeMove, getMovedMark } from "../db/moved.ts";
import { readMailTrouble } from "../mail/data.ts";
import { verifyMailServer } from "../mail/delivery.ts";
import { formatOperatorCommand } from "../operator/command_line.ts";
import { getFirstLine } from "../start_error.ts";
import { readMissingMasterKeys } from "../vault/open_vault.ts";
import { createFindings, type Finding } from "./finding.ts";

const ANSWER_MS = 10_000;
/** Connections that one process of the server uses at most. */
const CONNECTIONS_A_PROCESS = 20;

/** The database: its version, its clock compared with ours, its connections, and the keys that its notes need. */
export async function checkDatabase(config: Config, database: Database): Promise<Finding[]> {
  const part = createFindings("Database");
  const mark = await getMovedMark(database);
  if (mark) return [part.fault(describeMove(mark), null)];
  const before = Date.now();
  const found = await diagnose(database);
  const ahead = found.now - (before + Date.now()) / 2;
  const findings = [
    part.ok(
      `PostgreSQL ${found.version}, ${config.databaseUrl ? "an outside one" : "the embedded one"}, ${found.megabytes.toLocaleString("en")} MB.`,
    ),
  ];
  if (Math.abs(ahead) > 5 * SECOND) {
    const words = `Its clock differs from this machine's by ${Math.round(Math.abs(ahead) / SECOND)} seconds.`;
    const remedy = "Keep both machines' clocks right with NTP: tokens and links end by the clock.";
    findings.push(Math.abs(ahead) > MINUTE ? part.fault(words, remedy) : part.warning(words, remedy));
  }
  const needed = CONNECTIONS_A_PROCESS * config.workers;
  if (found.connections.most - found.connections.used < needed && config.databaseUrl) {
    findings.push(
      part.warning(
        `It allows ${found.connections.most} connections, and ${found.connections.used} are in use; this node takes up to ${needed}.`,
        "Raise max_connections, or lower WORKERS.",
      ),
    );
  }
  if (found.fsync === "off") {
    findings.push(
      part.fault("fsync is off: a power cut can destroy everything.", "Set fsync = on in postgresql.conf."),
    );
  }
  const missing = await readMissingMasterKeys(config, database);
  if (missing.length > 0) {
    findings.push(
      createFindings("Keys").fault(
        `Encrypted notes need the master key ${missing.join(" and ")}, which isn't here.`,
        "Bring master.key back into DATA_DIR, or set MASTER_KEY or MASTER_KEYS_FORMER.",
      ),
    );
  }
  if (found.waitingMails > 0) {
    findings.push(
      createFindings("Mail").warning(
        `${found.waitingMails} mails have waited for more than 10 minutes.`,
        "Look for “mail” in the server's log.",
      ),
    );
  }
  return findings;
}

/** The outbox's view of the mail server: it may let this server in and still refuse its letters. */
export async function checkOutbox(database: Database): Promise<Finding[]> {
  const trouble = await readMailTrouble(database);
  if (!trouble) return [];
  const { by, mails, since, words } = trouble;
  const letters = pluralize(mails, "letter");
  const from = `since ${new Date(since).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return [
    createFindings("Mail").fault(
      by === "server"
        ? `The mail server takes no letters ${from}, ${letters} wait: ${words}`
        : `The mail server refuses every addressee or text ${from}, ${letters} wait.`,
      `Mend it, try ${formatOperatorCommand("test-mail <email>")}, then ${formatOperatorCommand("try-again mail")}. They are tried for four days.`,
    ),
  ];
}

/** Connects and signs in to the mail server; sends nothing. */
export async function checkMail({ smtpUrl }: Config): Promise<Finding[]> {
  const part = createFindings("Mail");
  if (!smtpUrl) {
    return [
      part.warning(
        "No mail server is set: addresses count as unproven, and people accept invitations by link only.",
        "Set SMTP_URL and MAIL_FROM.",
      ),
    ];
  }
  try {
    await verifyMailServer(smtpUrl);
    return [part.ok(`the mail server at ${new URL(smtpUrl).host} lets this server in.`)];
  } catch (error) {
    return [
      part.fault(
        `The mail server refuses: ${getFirstLine(error)}`,
        "Check SMTP_URL: name, port, user, password, smtps.",
      ),
    ];
  }
}

/** The address that people type: whether it fits, and whether page and socket get through from here. */
export async function checkAddress(config: Config): Promise<Finding[]> {
  const part = createFindings("Address");
  const { baseUrl, trustProxy } = config;
  const findings: Finding[] = [];
  const warning = getBaseUrlWarning(config);
  if (warning) findings.push(part.fault(warning, "Set BASE_URL."));
  const isSecure = baseUrl.startsWith("https:");
  const isHere = getOwnOrigins({ ...config, host: "127.0.0.1" }).length > 1;
  if (!isSecure && !isHere) {
    findings.push(
      part.warning(
        `${baseUrl} isn't encrypted: everybody on the way can read along.`,
        "Put a proxy with HTTPS before it.",
      ),
    );
  }
  if (isSecure && !trustProxy) {
    findings.push(
      part.warning(
        "BASE_URL is https, but TRUST_PROXY isn't set: all people count as one address for the limits.",
        "Set TRUST_PROXY=true when a reverse proxy of your own is before the server.",
      ),
    );
  }
  if (!doPasskeysWork(baseUrl))
    findings.push(part.warning("Passkeys need a domain name and HTTPS.", "Use a name in BASE_URL."));
  try {
    const answer = await fetch(`${baseUrl}/health/live`, {
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: "manual",
    });
    if (!answer.ok) {
      findings.push(
        part.fault(
          `${baseUrl} answers with ${answer.status}.`,
          "The proxy has to pass requests on as they are.",
        ),
      );
      return findings;
    }
    findings.push(part.ok(`${baseUrl} leads to a running server.`), await checkSocket(baseUrl));
  } catch (error) {
    const cause = (error as { cause?: unknown }).cause ?? error;
    findings.push(
      part.warning(
        `${baseUrl} can't be reached from here: ${getFirstLine(cause)}`,
        "Start the server; then check name and proxy.",
      ),
    );
  }
  return findings;
}

/** Whether live updates get through: proxies often pass pages but not sockets. */
function checkSocket(baseUrl: string): Promise<Finding> {
  const part = createFindings("Address");
  const socket = new WebSocket(`${baseUrl.replace(/^http/, "ws")}/api/doctor/sync`, {
    origin: baseUrl,
    handshakeTimeout: ANSWER_MS,
  });
  return new Promise<Finding>((resolve) => {
    socket.once("open", () => resolve(part.ok("live updates get through.")));
    socket.once("error", (error) =>
      resolve(
        part.fault(
          `Live updates don't get through: ${getFirstLine(error)}`,
          "The proxy has to pass WebSocket upgrades (docs/operating/proxy.md).",
        ),
      ),
    );
  }).finally(() => socket.terminate());
}
