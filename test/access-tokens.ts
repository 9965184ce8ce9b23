import { ConvexHttpClient } from "convex/browser";
import { createAccessToken, type NewAccessToken } from "../server/auth/access_token_data.ts";
import type { Service } from "./service.ts";

/** Makes an access token of a person, without the form that asks for the password. */
export async function accessTokenOf(
  { database }: Pick<Service, "database">,
  userId: string,
  { name = "A program", scopes = ["write"], diaryIds = null, days = 30 }: Partial<NewAccessToken> = {},
): Promise<{ token: string; tokenId: string }> {
  const { rows } = await database.pool.query("select clerk_user_id, email from users where id = $1", [
    userId,
  ]);
  const [{ clerk_user_id, email }] = rows;
  const account = { authUserId: clerk_user_id as string, email: email as string, by: "password" as const };
  const made = await createAccessToken(
    database,
    account,
    { name, scopes, diaryIds, days },
    "http://localhost",
  );
  if ("refusal" in made) throw new Error(`No token: ${made.refusal}`);
  return made;
}

/** The client of a program that has a token. */
export function programWith(token: string, { url }: Pick<Service, "url">): ConvexHttpClient {
  const http = new ConvexHttpClient(url, { skipConvexDeploymentUrlCheck: true, logger: false });
  http.setAuth(token);
  return http;
}
