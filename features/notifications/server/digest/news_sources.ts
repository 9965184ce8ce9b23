import type { Kysely } from "kysely";
import type { Role } from "../../../../server/access/permissions.ts";
import type { Tables } from "../../../../server/db/database.ts";
import type { Kind } from "../../rules.ts";

type Db = Kysely<Tables>;

/** What has waited longer for a digest isn't news any more. */
export const NEWS_FOR_DAYS = 14;
/** One event that addresses nobody. */
export type News = { diaryId: string; subjectKind: "note" | "member"; subjectId: string };

export type NewsReader = {
  userId: string;
  notebooks: readonly { readonly diaryId: string; readonly role: Role }[];
};

/** The range of a digest's news: later than `since`, up to `upTo`, at most `limit` per notebook. */
export type NewsRange = { since: Date; upTo: Date; limit: number };

/** Lists what a reader hasn't read of a kind of news, newest first, as far as they see it. */
export type NewsSource = (db: Db, reader: NewsReader, range: NewsRange) => Promise<News[]>;

const sources = new Map<Kind, NewsSource>();

/** Adds where the news of a kind is read. Called once at the start of the program. */
export function registerNews(kind: Kind, source: NewsSource): void {
  sources.set(kind, source);
}

/** Where the news of each kind is read. */
export const listNewsSources = (): ReadonlyMap<Kind, NewsSource> => sources;
