import { createHmac, timingSafeEqual } from "node:crypto";
import { FILES_PATH } from "../../lib/file-paths.ts";
import { deriveKey } from "../auth/secrets.ts";

/**
 * The content of a link: its `use`, which selects the handler (`Room.links`), and fields of the room that made it.
 * The link is signed, so nobody can change them.
 */
export type FileLink = { readonly use: string; readonly [field: string]: string | boolean };

/**
 * Signed, short-lived addresses of files on this server. They work without a token; nobody can forge or change one.
 */
export type FileLinks = {
  /** @param expiresAt epoch ms */
  sign(link: FileLink, expiresAt: number): string;
  /**
   * The content of a token (the last part of an address) at a time (epoch ms); null when it is forged or has expired.
   */
  read(token: string, now: number): FileLink | null;
};

/** Longer than any token of ours; longer ones aren't decoded. */
const MAX_TOKEN_LENGTH = 1_000;

export function createFileLinks(secret: string, baseUrl: string): FileLinks {
  const key = deriveKey(secret, "file links");
  const mac = (text: string) => createHmac("sha256", key).update(text).digest();
  return {
    sign(link, expiresAt) {
      const text = Buffer.from(JSON.stringify({ ...link, expiresAt })).toString("base64url");
      return `${baseUrl}${FILES_PATH}${text}.${mac(text).toString("base64url")}`;
    },
    read(token, now) {
      const [text = "", given = "", ...rest] = token.slice(0, MAX_TOKEN_LENGTH).split(".");
      const [a, b] = [Buffer.from(given, "base64url"), mac(text)];
      if (rest.length > 0 || a.length !== b.length || !timingSafeEqual(a, b)) return null;
      const { expiresAt, ...link } = JSON.parse(Buffer.from(text, "base64url").toString()) as FileLink & {
        expiresAt: number;
      };
      return now < expiresAt ? link : null;
    },
  };
}
