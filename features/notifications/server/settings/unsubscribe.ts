import { type Context, Hono } from "hono";
import { t } from "../../../../lib/words/t.ts";
import type { Database } from "../../../../server/db/database.ts";
import { readUserLanguage } from "../../../../server/db/names.ts";
import { UNSUBSCRIBE_PATH, type Unsubscription } from "../../../../server/mail/unsubscribe_links.ts";
import type { RouteParts } from "../../../../server/rooms.ts";
import { chooseAcceptedLanguage } from "../../../../server/words/accepted.ts";
import { runInLanguage } from "../../../../server/words/texts.ts";
import { getMode, KINDS } from "../../rules.ts";
import { toRuleAccess } from "../access.ts";
import { formatMails } from "../deliver/letters.ts";
import { addBlock, isHashBlocked, removeBlock } from "./mail_blocks_data.ts";
import { isMember, listRules, setRule } from "./rules_data.ts";
import { unsubscribePage } from "./unsubscribe_page.ts";

/** What the mails of a link are, and how they are ended and begun again. */
type Mails = {
  /** "mails from one of your notebooks about comments". */
  describe(): string;
  /** Of the account; null where there is none. */
  readLanguage(): Promise<string | null>;
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

  const answer = async (c: Context, mails: Mails | null, state: "asked" | "ended", isNew: boolean) => {
    const language = (await mails?.readLanguage()) ?? chooseAcceptedLanguage(c.req.header("accept-language"));
    return runInLanguage(language, () =>
      mails
        ? c.html(unsubscribePage({ state, isNew, mails: mails.describe(), baseUrl }))
        : c.html(unsubscribePage({ state: "refused", baseUrl }), 404),
    );
  };

  route.get(path, async (c) => {
    const mails = readMails(c.req.param("token"));
    return answer(c, mails, (await mails?.areEnded()) ? "ended" : "asked", false);
  });
  route.post(path, async (c) => {
    const mails = readMails(c.req.param("token"));
    const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
    const isBack = form.again === "1";
    await (isBack ? mails?.beginAgain() : mails?.end());
    return answer(c, mails, isBack ? "asked" : "ended", true);
  });
  return route;
}

function toMails({ db }: Pick<Database, "db">, what: Unsubscription): Mails | null {
  if ("addressHash" in what) {
    const { addressHash } = what;
    return {
      describe: () => t("letters.invitationMails"),
      readLanguage: async () => null,
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
    describe: () => formatMails(kind, diaryId === null ? "all" : "one"),
    readLanguage: () => readUserLanguage(db, userId),
    areEnded: async () => getMode(await listRules(db, userId), place) !== "now",
    end: () => choose("off"),
    beginAgain: () => choose("now"),
  };
}
