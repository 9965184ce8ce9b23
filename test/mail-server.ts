import type { Email } from "postal-mime";
import { expect } from "vitest";
import { receiveMails } from "./received-mails.ts";

/** A real mail server that keeps what it receives, and waits for it. */
export async function startMailServer() {
  const server = await receiveMails();
  const { received } = server;
  return {
    ...server,
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
