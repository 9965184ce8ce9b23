import { Hono } from "hono";
import type { Database } from "../../../../server/db/database.ts";
import { UNSUBSCRIBE_PATH, type Unsubscription } from "../../../../server/mail/unsubscribe_links.ts";
import type { RouteParts } from "../../../../server/rooms.ts";
import { formatMailsOfKind } from "../../rules/mail-words.ts";
import { getMode, KINDS, type Kind } from "../../rules.ts";
import { toRuleAccess } from "../access.ts";
import { addBlock, isHashBlocked, removeBlock } from "./mail_blocks_data.ts";
import { isMember, listRules, setRule } from "./rules_data.ts";
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
 * `GET /api/unsubscribe/<token>` shows which mails a link ends, with a button: link scanners open it, so it changes
 * nothing. `POST` ends them, without cookies and for any body (RFC 8058), except that of the page's other button, which
 * turns them on again. Mails about the security of an account can't be ended.
 */
export function createUnsubscribeRoute(
  parts: Pick<RouteParts, "database" | "baseUrl" | "unsubscribe">,
): Hono {
  const { database, baseUrl } = parts;
  const route = new Hono();
  const path = `${UNSUBSCRIBE_PATH}:token`;

  const readMails = (token: string): Mails | null => {
    const what = parts.unsubscribe.read(token);
    return what && toMails(database, what);
  };

  route.get(path, async (c) => {
    const mails = readMails(c.req.param("token"));
    if (!mails) return c.html(unsubscribePage({ state: "refused", baseUrl }), 404);
    const state = (await mails.areEnded()) ? "ended" : "asked";
    return c.html(unsubscribePage({ state, words: mails.words, baseUrl }));
  });
  route.post(path, async (c) => {
    const mails = readMails(c.req.param("token"));
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

function toMails({ db }: Pick<Database, "db">, what: Unsubscription): Mails | null {
  if ("addressHash" in what) {
    const { addressHash } = what;
    return {
      words: "letters to this address with invitations",
      areEnded: () => isHashBlocked(db, addressHash),
      end: () => addBlock(db, addressHash),
      beginAgain: () => removeBlock(db, addressHash),
    };
  }
  const { userId, diaryId } = what;
  const kind = KINDS.find((each) => each === what.kind);
  if (kind === undefined || kind === "security") return null;
  const place = { diaryId, kind, channel: "mail" } as const;
  /** A former member gets none anyway. */
  const choose = (mode: "off" | "now") =>
    db.transaction().execute(async (trx) => {
      if (diaryId === null || (await isMember(trx, { diaryId, userId })))
        await setRule(trx, toRuleAccess(userId), { ...place, mode });
    });
  return {
    words: formatWhat(kind, diaryId),
    areEnded: async () => getMode(await listRules(db, userId), place) !== "now",
    end: () => choose("off"),
    beginAgain: () => choose("now"),
  };
}

const formatWhat = (kind: Kind, diaryId: string | null): string =>
  formatMailsOfKind(kind, diaryId === null ? "" : "from one of your notebooks");
