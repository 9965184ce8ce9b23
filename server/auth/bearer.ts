import { CareError } from "../../lib/errors.ts";
import { AuthFailure } from "./failure.ts";
import type { Identity, TokenVerifier } from "./identity.ts";

/**
 * The identity of the token in an `Authorization` header; null without the header.
 * @throws CareError for a token that isn't valid, or that can't be verified at the moment
 */
export async function verifyBearer(
  header: string | undefined,
  verify: TokenVerifier,
): Promise<Identity | null> {
  if (!header) return null;
  const token = /^Bearer (\S+)$/.exec(header)?.[1];
  try {
    return await verify(token ?? "");
  } catch (error) {
    if (error instanceof AuthFailure && error.code === "unavailable") {
      throw new CareError("busy", { key: "refusals.busy" });
    }
    throw new CareError("unauthenticated", { key: "refusals.notSignedIn" });
  }
}
