import { Hono } from "hono";
import type { Database } from "../../../../server/db/database.ts";
import { UNSUBSCRIBE_PATH, type Unsubscription } from "../../../../server/mail/unsubscribe_links.ts";
import type { RouteParts } from "../../../../server/rooms.ts";
import { mailsOfKind } from "../../rules/mail-words.ts";
import { KINDS, type Kind, modeIn } from "../../rules.ts";
import { ruleAccessOfLink } from "../access.ts";
import { blockHash, isHashBlocked, unblockHash } from "./mail_blocks_data.ts";
import { isMemberOf, listRules, setRule } from "./rules_data.ts";
import { unsubscribePage } from "./unsubscribe_page.ts";

/** What the mails of a link are, and how they are ended and begun again. */
type Mails = {
  /** "mails from one of your notebooks about comments". */
  words: string;
  areEnded(): Promise<boolean>;
  end(): Promise<void>;
  beginAgain(): Promise<void>;
};

/**
 * `GET /api/unsubscribe/<token>` shows what mails a link ends, with a button: programs that look for dangerous links open
 * it, so it changes nothing. `POST` ends them, without cookies and whatever its body is (RFC 8058), except that of the
 * page's other button, which begins them again. Mails about the security of an account can't be ended.
 */
export function createUnsubscribeRoute(
  parts: Pick<RouteParts, "database" | "baseUrl" | "unsubscribe">,
): Hono {
  const { database, baseUrl } = parts;
  const route = new Hono();
  const path = `${UNSUBSCRIBE_PATH}:token`;

  const mailsOf = (token: string): Mails | null => {
    const what = parts.unsubscribe.read(token);
    return what && mailsOfLink(database, what);
  };

  route.get(path, async (c) => {
    const mails = mailsOf(c.req.param("token"));
    if (!mails) return c.html(unsubscribePage({ state: "refused", baseUrl }), 404);
    const state = (await mails.areEnded()) ? "ended" : "asked";
    return c.html(unsubscribePage({ state, words: mails.words, baseUrl }));
  });
  route.post(path, async (c) => {
    const mails = mailsOf(c.req.param("token"));
    if (!mails) return c.html(unsubscribePage({ state: "refused", baseUrl }), 404);
    const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
    const isBack = form.again === "1";
    await (isBack ? mails.beginAgain() : mails.end());
    return c.html(
      unsubscribePage({ state: isBack ? "asked" : "ended", isNew: true, words: mails.words, baseUrl }),
    );
  });
  return route;
}

function mailsOfLink({ db }: Pick<Database, "db">, what: Unsubscription): Mails | null {
  if ("addressHash" in what) {
    const { addressHash } = what;
    return {
      words: "letters to this address with invitations",
      areEnded: () => isHashBlocked(db, addressHash),
      end: () => blockHash(db, addressHash),
      beginAgain: () => unblockHash(db, addressHash),
    };
  }
  const { userId, diaryId } = what;
  const kind = KINDS.find((each) => each === what.kind);
  if (kind === undefined || kind === "security") return null;
  const place = { diaryId, kind, channel: "mail" } as const;
  /** Somebody who isn't a member any more gets none anyway. */
  const choose = (mode: "off" | "now") =>
    db.transaction().execute(async (trx) => {
      if (diaryId === null || (await isMemberOf(trx, { diaryId, userId })))
        await setRule(trx, ruleAccessOfLink(userId), { ...place, mode });
    });
  return {
    words: wordsOf(kind, diaryId),
    areEnded: async () => modeIn(await listRules(db, userId), place) !== "now",
    end: () => choose("off"),
    beginAgain: () => choose("now"),
  };
}

const wordsOf = (kind: Kind, diaryId: string | null): string =>
  mailsOfKind(kind, diaryId === null ? "" : "from one of your notebooks");
