import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { computeSignature } from "./dkim.ts";
import type { OutgoingMail } from "./message.ts";

/** Delivers one mail; rejects when it may not have arrived. */
export type Delivery = {
  deliver(id: string, mail: OutgoingMail): Promise<void>;
  close(): void;
};

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/** Delivery to the configured mail server, or without one into a directory of `.eml` files. */
export function createDelivery({ smtpUrl, mailFrom, dkim, baseUrl, dataDir }: Config): Delivery {
  const envelope = (id: string, { to, subject, text, html, unsubscribeUrl }: OutgoingMail) => ({
    from: mailFrom,
    // An object counts as one address; a string would be parsed as a list.
    to: { name: "", address: to },
    subject,
    text,
    html,
    // The same at every attempt: mail programs show a mail that arrives twice only once.
    messageId: `<${id}@${new URL(baseUrl).hostname}>`,
    headers: { "Auto-Submitted": "auto-generated", ...(unsubscribeUrl && endingHeaders(unsubscribeUrl)) },
    // For automatic mails: the address shows that nobody reads replies.
    ...(unsubscribeUrl && { replyTo: { name: NOBODY, address: `no-reply@${getDomain(mailFrom)}` } }),
    ...(dkim && { dkim: computeSignature(dkim) }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return smtpUrl === null ? fileDelivery(join(dataDir, "mail"), envelope) : smtpDelivery(smtpUrl, envelope);
}

const NOBODY = "Nobody reads answers to this mail";

const getDomain = (sender: string): string => /@([^\s@<>]+)>?\s*$/.exec(sender)?.[1] ?? "localhost";

/** The headers that let mail programs end such mails with one request (RFC 8058). */
const endingHeaders = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

type Envelope = (id: string, mail: OutgoingMail) => object;

/** Loaded for the first mail: most starts of the server send none. */
const loadMailer = () => import("nodemailer");

/** A mailer for a mail server; nothing connects before its first use. */
async function createTransport(smtpUrl: string) {
  const { createTransport } = await loadMailer();
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
}

/** Connects and signs in to a mail server, and sends nothing. Rejects with the server's or the network's error. */
export async function verifyMailServer(smtpUrl: string): Promise<void> {
  const transport = await createTransport(smtpUrl);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function smtpDelivery(smtpUrl: string, envelope: Envelope): Delivery {
  let transport: ReturnType<typeof createTransport> | undefined;
  return {
    async deliver(id, mail) {
      transport ??= createTransport(smtpUrl);
      await (await transport).sendMail(envelope(id, mail));
    },
    // A mailer that couldn't be opened has rejected the deliveries that waited for it.
    close: () => void transport?.then((opened) => opened.close()).catch(() => {}),
  };
}

function fileDelivery(directory: string, envelope: Envelope): Delivery {
  return {
    async deliver(id, mail) {
      const { createTransport } = await loadMailer();
      const transport = createTransport({ streamTransport: true, buffer: true });
      const { message } = await transport.sendMail(envelope(id, mail));
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await chmod(directory, 0o700);
      // Written under another name and renamed, so that nobody reads half a mail. Ids sort by time.
      const file = join(directory, `${id}.eml`);
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => {},
  };
}
