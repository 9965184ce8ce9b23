import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { verifyDkim } from "../../test/dkim.ts";
import { loadConfig } from "../config.ts";
import { createDelivery } from "./delivery.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const PEM = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const IN_DNS = publicKey.export({ type: "spki", format: "der" }).toString("base64");
const SETTINGS = { MAIL_DKIM_DOMAIN: "care.example", MAIL_DKIM_SELECTOR: "care2026" };
const MAIL = {
  to: "maria@example.org",
  subject: "Grüße  aus dem  Heft",
  text: "Plain ✓ \n\n\n",
  html: "<p>Rich ✓</p>",
  unsubscribeUrl: "https://care.example/api/unsubscribe/p~0000~comment~0000~abc",
};

let directory: string;
let url: string;
let close: () => Promise<void>;
const received: Buffer[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "carediary-dkim-"));
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push(Buffer.concat(chunks));
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  close = () => new Promise((resolve) => smtp.close(() => resolve()));
});
afterAll(async () => {
  await close();
  await rm(directory, { recursive: true, force: true });
});

async function sent(
  settings: Record<string, string>,
  mail: typeof MAIL | Omit<typeof MAIL, "unsubscribeUrl">,
) {
  const delivery = createDelivery(loadConfig({ DATA_DIR: directory, SMTP_URL: url, ...settings }));
  received.length = 0;
  await delivery.deliver("00000000-0000-7000-8000-000000000001", mail).finally(() => delivery.close());
  return received[0]!;
}

it("signs what it sends, the headers that end mails included; a change of any of it shows", async () => {
  const raw = await sent({ ...SETTINGS, MAIL_DKIM_KEY: PEM.replaceAll("\n", "\\n") }, MAIL);
  expect(verifyDkim(raw, IN_DNS)).toEqual(
    expect.arrayContaining([
      "from",
      "to",
      "subject",
      "reply-to",
      "list-unsubscribe",
      "list-unsubscribe-post",
    ]),
  );
  const changed = (from: RegExp, to: string) =>
    Buffer.from(raw.toString("latin1").replace(from, to), "latin1");
  expect(() =>
    verifyDkim(changed(/(List-Unsubscribe:\s*<https:\/\/care\.)example/i, "$1evil"), IN_DNS),
  ).toThrow("the headers were changed");
  expect(() => verifyDkim(changed(/^List-Unsubscribe-Post:.*\r\n/im, ""), IN_DNS)).toThrow(
    "the headers were changed",
  );
  expect(() => verifyDkim(changed(/Rich/, "Poor"), IN_DNS)).toThrow("the body was changed");
});

it("takes the key from a file, and signs nothing without settings", async () => {
  const file = join(directory, "dkim.pem");
  await writeFile(file, PEM);
  const raw = await sent({ ...SETTINGS, MAIL_DKIM_KEY_FILE: file }, MAIL);
  expect(verifyDkim(raw, IN_DNS)).toContain("from");
  expect((await sent({}, MAIL)).toString()).not.toMatch(/dkim-signature/i);
});

it("gives mails that nobody ends no link to end them", async () => {
  const { unsubscribeUrl: _, ...plain } = MAIL;
  const raw = (await sent({}, plain)).toString();
  expect(raw).not.toMatch(/list-unsubscribe|reply-to/i);
});

it("refuses settings that don't go together, and never shows the key", () => {
  const load = (settings: Record<string, string>) => () => loadConfig(settings);
  expect(load({ MAIL_DKIM_DOMAIN: "care.example" })).toThrow("belong together");
  expect(load({ ...SETTINGS, MAIL_DKIM_KEY: PEM, MAIL_DKIM_KEY_FILE: "/x" })).toThrow("can't both be set");
  expect(load({ ...SETTINGS, MAIL_DKIM_KEY_FILE: "/nowhere/key.pem" })).toThrow("can't be read");
  const broken = PEM.replace(/[A-Za-z]{8}/, "");
  try {
    load({ ...SETTINGS, MAIL_DKIM_KEY: "secret words" })();
    expect.unreachable();
  } catch (error) {
    expect(String(error)).toBe(
      "ConfigError: MAIL_DKIM_KEY must be a private RSA key of at least 1024 bits in PEM.",
    );
  }
  expect(load({ ...SETTINGS, MAIL_DKIM_KEY: broken.slice(0, 200) })).toThrow("must be a private RSA key");
});
