import type { Kysely } from "kysely";
import { z } from "zod";
import type { Tables } from "../db/database.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { runInLanguage } from "../words/texts.ts";
import { composeOpeningLetter, type NewOpening } from "./letters.ts";
import type { ProvenBy } from "./proof.ts";

/** The user's re-authentication method, as an argument of the step that stores their opening. */
export const provenBy = z.enum(["password", "issuer"]) satisfies z.ZodType<ProvenBy>;

/** Writes a person, in the transaction that stores it, that something was made that outlives their session. */
export async function sendOpeningMail(
  { db, baseUrl }: { db: Kysely<Tables>; baseUrl: string },
  userId: string,
  kind: NewOpening,
  by: ProvenBy,
): Promise<void> {
  const person = await db
    .selectFrom("users")
    .select(["email", "email_verified", "language"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!person?.email_verified || person.email === "") return;
  const { email, language } = person;
  await enqueueMail(
    db,
    runInLanguage(language, () => composeOpeningLetter(email, baseUrl, kind, by)),
  );
}
