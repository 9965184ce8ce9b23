/** A page of a handover in words: the screen, the print and the PDF show these lines, in this order. */
export type HandoverPage = {
  /** Since when, or from when to when. */
  heading: string;
  /** The hint below the heading: a new member starts with 72 hours. */
  hint: string | null;
  /** What the reader handed over themselves. */
  own: PageSection | null;
  sections: PageSection[];
  /** The doses without an entry of their own: "41 of 41 other doses given". */
  quiet: string | null;
  /** The text of an empty page; null otherwise. */
  nothing: string | null;
  /** Older entries, by day. */
  days: { day: string; text: string }[];
  /** The hint below the days that the notebook has older entries. */
  older: string | null;
};

export type SectionName =
  | "own"
  | "needs"
  | "appointments"
  | "medication"
  | "notes"
  | "tasks"
  | "comments"
  | "people";

export type PageSection = {
  name: SectionName;
  title: string;
  entries: Entry[];
  /** The hint that the section is cut. */
  more: string | null;
};

/** One entry: its text, detail, author, time and target. */
export type Entry = {
  key: string;
  text: string;
  detail: string;
  /** Parts of a handover note, with their headings. */
  parts?: [heading: string, text: string][];
  facts: string[];
  marks: string[];
  /** When it was recorded; null for a current state. */
  at: number | null;
  /** Null for an entry that isn't saved yet. */
  target: Target | null;
};

/** What a line leads to. */
export type Target =
  | { type: "note" | "comments" | "task" | "program" | "plan" | "appointment"; id: string }
  | { type: "doses" | "tasks" | "members" };
