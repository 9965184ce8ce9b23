import type { UpdateGroup } from "../../../lib/api.ts";
import { FORMER_MEMBER } from "../../../lib/product.ts";

/** A group of updates, as far as its words need it. */
type Group = Pick<UpdateGroup, "title" | "titles" | "otherTitles" | "parts">;
type Part = Group["parts"][number];

/** How many people are named; beyond that, the others are counted. */
const NAMED = 2;

/** "Anna", "Anna and Ben", "Anna, Ben and 2 others". */
export function describeNames(actors: readonly (string | null)[]): string {
  const names = actors.map((name) => name?.trim() || FORMER_MEMBER);
  if (names.length <= NAMED) return names.join(" and ");
  const others = names.length - NAMED;
  return `${names.slice(0, NAMED).join(", ")} and ${others === 1 ? "1 other" : `${others} others`}`;
}

/** The heading of a group: its subject, or the actors and their action. */
export function groupTitle({ title, titles, parts }: Omit<Group, "otherTitles">): string {
  const [part] = parts;
  if (part?.type === "task") return `${describeNames(part.actors)} did ${tasks(part.count, titles)}`;
  if (part?.type === "assignment")
    return `${describeNames(part.actors)} gave you ${tasks(part.count, titles)}`;
  if (part?.type === "member") return `${describeNames(part.actors)} joined`;
  if (part?.type === "given")
    return part.count === 1 ? "1 dose was given" : `${part.count.toLocaleString()} doses were given`;
  if (part?.type === "pause" || part?.type === "pause-end") return "Medicines paused";
  return title || "Untitled";
}

const tasks = (count: number, titles: readonly string[]) =>
  count === 1 ? `“${titles[0] ?? ""}”` : `${count} tasks`;

/**
 * The group's events, in a sentence: "Anna added 4 files and commented. Ben commented."; "" when the heading contains
 * them.
 */
export function groupText({ titles, otherTitles, parts }: Group): string {
  const [part] = parts;
  if (part && (part.type === "task" || part.type === "assignment")) {
    if (part.count === 1) return "";
    return titles.join(", ") + (otherTitles > 0 ? `, and ${otherTitles} more` : "");
  }
  if (part?.type === "member" || part?.type === "given") return "";
  const sentences: { who: string; did: string[] }[] = [];
  for (const each of parts) {
    const who = describeNames(each.actors);
    const last = sentences.at(-1);
    if (last?.who === who) last.did.push(deed(each));
    else sentences.push({ who, did: [deed(each)] });
  }
  return sentences.map(({ who, did }) => `${who} ${listed(did)}.`).join(" ");
}

const listed = (did: readonly string[]) =>
  did.length === 1 ? did[0]! : `${did.slice(0, -1).join(", ")} and ${did.at(-1)!}`;

function deed({ type, count, isFirst }: Part): string {
  switch (type) {
    case "note":
      return isFirst ? "wrote it" : "changed it";
    case "attachment":
      return count === 1 ? "added a file" : `added ${count} files`;
    case "comment":
      if (!isFirst) return count === 1 ? "changed a comment" : `changed ${count} comments`;
      return count === 1 ? "commented" : `commented ${count} times`;
    case "program":
      return "started it";
    case "plan":
      return isFirst ? "planned it" : "changed the plan";
    case "plan-end":
      return "ended the plan";
    case "dose":
      return isFirst
        ? "recorded a dose against its plan, a limit or another dose"
        : "recorded a dose beside another one";
    case "pause":
      return isFirst ? "started the pause" : "changed the pause";
    case "pause-end":
      return "ended the pause";
    default:
      return "";
  }
}
