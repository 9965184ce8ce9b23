import type { Kysely } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import { enqueueMail } from "../../../../server/mail/outbox.ts";
import { hashOfAddress, type UnsubscribeLinks } from "../../../../server/mail/unsubscribe_links.ts";
import { runInLanguage } from "../../../../server/words/texts.ts";
import { getRoleRights } from "../../../notebooks/rules/role-rights.ts";
import { getRoleName } from "../../../notebooks/rules/roles.ts";
import { type InvitationRole, VALID_DAYS } from "../../rules/invitations.ts";
import { readInviter } from "./data.ts";
import { composeInvitationLetter, type InvitationLetter } from "./letters.ts";

type Invitation = Pick<InvitationLetter, "to" | "notebook" | "personalMessage" | "link"> & {
  role: InvitationRole;
  /** Who invites. */
  userId: string;
};

/** Queues the letter of an invitation, in the language of its reader. */
export async function sendInvitation(
  { db, unsubscribe }: { db: Kysely<Tables>; unsubscribe: UnsubscribeLinks },
  { userId, role, ...invitation }: Invitation,
): Promise<void> {
  const { inviter, language } = await readInviter(db, { userId }, invitation.to);
  const letter = runInLanguage(language, () =>
    composeInvitationLetter({
      ...invitation,
      inviter,
      role: getRoleName(role),
      rights: getRoleRights(role),
      validDays: VALID_DAYS,
      unsubscribeUrl: unsubscribe.sign({ addressHash: hashOfAddress(invitation.to) }),
    }),
  );
  await enqueueMail(db, letter);
}
