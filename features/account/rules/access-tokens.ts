import type { Area, Level, Scope } from "../../../server/access/scopes.ts";
import type { ProvenBy } from "../../../server/auth/proof.ts";

/** A token's rights in an area, in words. */
export const AREA_WORDS: Record<Area, string> = {
  notebook: "Notebook and person",
  notes: "Notes and medication lists",
  comments: "Comments",
  attachments: "Files",
  tasks: "Tasks",
  programs: "Care programs",
  plans: "Medication plans",
  doses: "Doses, pauses and stock",
  escalation: "Unanswered reminders",
  exports: "Reports",
  members: "Members",
};

/** Memberships are decided by people alone. */
export const READ_ONLY_AREAS: readonly Area[] = ["members"];

/** How long a token may last, in days, with the words for it. */
const LIFETIMES = [
  { days: 7, label: "7 days" },
  { days: 30, label: "30 days" },
  { days: 90, label: "90 days" },
  { days: 365, label: "One year" },
] as const;
export const DEFAULT_DAYS = 90;

/** The token lifetimes allowed for this method of re-authentication. */
export const getLifetimes = (by: ProvenBy) =>
  by === "password" ? LIFETIMES : LIFETIMES.filter(({ days }) => days <= DEFAULT_DAYS);

/** A token's scopes in words, as one line. */
export function describeScopes(scopes: readonly string[]): string {
  if (scopes.includes("write")) return "Reads and changes everything";
  const everything = scopes.includes("read") ? ["reads everything"] : [];
  const written = getAreas(scopes, "write");
  const read =
    everything.length > 0 ? [] : getAreas(scopes, "read").filter((area) => !written.includes(area));
  const parts = [
    ...everything,
    ...(read.length > 0 ? [`reads: ${read.map(describeAreas).join(", ")}`] : []),
    ...(written.length > 0 ? [`reads and changes: ${written.map(describeAreas).join(", ")}`] : []),
  ].join("; ");
  return parts.charAt(0).toUpperCase() + parts.slice(1);
}

const describeAreas = (area: Area): string =>
  AREA_WORDS[area].charAt(0).toLowerCase() + AREA_WORDS[area].slice(1);

const getAreas = (scopes: readonly string[], level: Level): Area[] =>
  (Object.keys(AREA_WORDS) as Area[]).filter((area) => scopes.includes(`${area}:${level}`));

/** The scopes of a choice for each area; areas without a level aren't in it. */
export const toScopes = (levels: Partial<Record<Area, Level>>): Scope[] =>
  (Object.keys(AREA_WORDS) as Area[]).flatMap((area) => {
    const level = levels[area];
    return level ? [`${area}:${level}` as const] : [];
  });
