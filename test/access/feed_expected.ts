import type { Expectation } from "./expected.ts";

// anon.  token   outsider invitee viewer clinic. author caregvr admin owner  removed elsewh. platf. super
const OWN_ALONE =
  "signin unknown no-feed no-feed no-feed no-feed no-feed no-feed no-feed done no-feed no-feed no-feed no-feed";

const perFeed = (changes: string[]): Record<string, Expectation> => ({
  "the owner's": { row: OWN_ALONE, changes },
  "a feed that doesn't exist": { row: OWN_ALONE.replace("done", "no-feed") },
});

/** Everybody makes calendar feeds of the notebooks that they are a member of, and sees and changes only their own. */
export const FEEDS_EXPECTED: Record<string, Record<string, Expectation>> = {
  "feeds.listFeeds": {
    "one's own": {
      row: "signin unknown none none none none none none none notebook none none none none",
    },
  },
  "feeds.createFeed": {
    "of the notebook": {
      row: "signin unknown denied denied done done done done done done denied denied denied denied",
      changes: ["audit_events", "calendar_feeds", "mail_outbox", "notifications", "unplanned_notifications"],
    },
    "of all notebooks": {
      row: "signin unknown done done done done done done done done done done done done",
      changes: ["audit_events", "calendar_feeds", "mail_outbox", "notifications", "unplanned_notifications"],
    },
    "of a notebook that doesn't exist": {
      row: "signin unknown denied denied denied denied denied denied denied denied denied denied denied denied",
    },
  },
  "feeds.changeFeed": perFeed(["calendar_feeds"]),
  "feeds.replaceLink": perFeed([
    "audit_events",
    "calendar_feeds",
    "mail_outbox",
    "notifications",
    "unplanned_notifications",
  ]),
  "feeds.stopFeed": perFeed(["audit_events", "calendar_feeds"]),
};
