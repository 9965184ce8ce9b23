import type { Kysely } from "kysely";
import type { Caller } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import type { FetchedFeed } from "./data.ts";

/** One occurrence in a feed. Moments in epoch ms, days as `YYYY-MM-DD`. */
export type CalendarEvent = {
  /** Stays the same for good, also when the server gets another address. */
  uid: string;
  /** Whole days, or from a moment to another. */
  at: { day: string; lastDay?: string } | { from: number; to: number };
  /** One line. */
  summary: string;
  /** The page about it. */
  url: string;
  /** A line above the address; null without one. */
  about: string | null;
  /** Where it is, in one line. */
  place?: string | null;
  createdAt: number;
  /** When anything that the event shows was last changed. */
  changedAt: number;
  /** Whether the calendar's alarm may ring: not for completed tasks. */
  isOpen: boolean;
  /** Whether it doesn't take place. */
  isCalledOff?: boolean;
};

/** What the sources of events get. The caller is the feed's person: a source passes the access gate like any call. */
export type EventRequest = {
  caller: Caller;
  db: Kysely<Tables>;
  feed: FetchedFeed;
  baseUrl: string;
  /** The days of the feed, both included. */
  fromDay: string;
  toDay: string;
  /** The present day. */
  today: string;
};
