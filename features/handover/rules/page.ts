/** A page of a handover in words: the screen, the print and the PDF show these lines, in this order. */
export type HandoverPage = {
  /** Since when, or from when to when. */
  heading: string;
  /** Said below the heading: that a member begins with 72 hours. */
  hint: string | null;
  sections: PageSection[];
  /** The doses that aren't told otherwise: "41 of 41 other doses given". */
  quiet: string | null;
  /** What the page says when nothing happened; null otherwise. */
  nothing: string | null;
  /** What is older, by day. */
  days: { day: string; text: string }[];
  /** Said below the days: that there is more before them. */
  older: string | null;
};

export type SectionName = "needs" | "medication" | "notes" | "tasks" | "comments" | "people";

export type PageSection = {
  name: SectionName;
  title: string;
  lines: Line[];
  /** Said when there is more than is shown. */
  more: string | null;
};

/** One line: what it is, what is said about it, who and when, and what it speaks of. */
export type Line = {
  key: string;
  text: string;
  detail: string;
  /** Parts of a handover note, with their headings. */
  parts?: [heading: string, text: string][];
  facts: string[];
  marks: string[];
  /** When it was recorded; null for how things stand. */
  at: number | null;
  target: Target;
};

/** What a line leads to. */
export type Target =
  | { type: "note" | "comments" | "task" | "program" | "plan"; id: string }
  | { type: "doses" | "tasks" | "members" };
