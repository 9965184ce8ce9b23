import { createHash, randomBytes } from "node:crypto";

/** A secret for a link that nobody can guess: 32 random bytes in base64url, 43 characters. */
export const createSecret = (): string => randomBytes(32).toString("base64url");

/** SHA-256 of a link's secret: all that is stored of it. */
export const hashOfSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();
