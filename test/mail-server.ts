import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { expect } from "vitest";

/** A real mail server that keeps what it receives. */
export async function startMailServer() {
  const received: Email[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        received.push(await PostalMime.parse(Buffer.concat(chunks)));
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  const { port } = smtp.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
    /** Waits for the next mail to this address with these words in its subject. */
    async mailTo(address: string, subject: RegExp, after = 0): Promise<Email> {
      const matches = () =>
        received.filter(
          (mail) => mail.to?.some((to) => to.address === address) && subject.test(mail.subject ?? ""),
        );
      await expect.poll(() => matches().length, { timeout: 15_000 }).toBeGreaterThan(after);
      return matches()[after]!;
    },
  };
}

/** The link in a letter. */
export const linkOf = ({ text = "" }: Email) => new URL(/https?:\/\/\S+#\S+/.exec(text)![0]);
/** What stands behind the `#` of the letter's link. */
export const fragmentOf = (mail: Email) => new URLSearchParams(linkOf(mail).hash.slice(1));
