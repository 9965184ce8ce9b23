import type { UpdateGroup } from "../../../lib/api.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { listInSentence, listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";

/** A group of updates, as far as its words need it. */
type Group = Pick<UpdateGroup, "title" | "titles" | "otherTitles" | "parts">;
type Part = Group["parts"][number];

/** How many people are named; beyond that, the others are counted. */
const NAMED = 2;

/** "Anna", "Anna and Ben", "Anna, Ben and 2 others". */
export function describeNames(actors: readonly (string | null)[]): string {
  const names = actors.map((name) => name?.trim() || t("news.formerMember"));
  if (names.length <= NAMED) return listInSentence(names);
  const [first = "", second = ""] = names;
  return t("news.namesAndOthers", { first, second, count: names.length - NAMED });
}

/** The heading of a group: its subject, or the actors and their action. */
export function groupTitle({ title, titles, parts }: Omit<Group, "otherTitles">): string {
  const [part] = parts;
  if (part?.type === "task" || part?.type === "assignment") {
    const isDone = part.type === "task";
    const names = describeNames(part.actors);
    const { count } = part;
    return count === 1
      ? t(isDone ? "news.did" : "news.gave", { names, title: titles[0] ?? "" })
      : t(isDone ? "news.didTasks" : "news.gaveTasks", { names, count });
  }
  if (part?.type === "member") return t("news.joined", { names: describeNames(part.actors) });
  if (part?.type === "given") return t("news.given", { count: part.count });
  if (part?.type === "pause" || part?.type === "pause-end") return t("news.paused");
  return title || t("news.untitled");
}

/**
 * The group's events, in a sentence: "Anna added 4 files and commented. Ben commented."; "" when the heading contains
 * them.
 */
export function groupText({ titles, otherTitles, parts }: Group): string {
  const [part] = parts;
  if (part && (part.type === "task" || part.type === "assignment")) {
    if (part.count === 1) return "";
    const listed = listNames(titles);
    return otherTitles > 0 ? t("news.titlesAndMore", { titles: listed, count: otherTitles }) : listed;
  }
  if (part?.type === "member" || part?.type === "given") return "";
  const sentences: { names: string; deeds: string[] }[] = [];
  for (const each of parts) {
    const names = describeNames(each.actors);
    const last = sentences.at(-1);
    const deed = formatDeed(each);
    if (last?.names === names) last.deeds.push(deed);
    else sentences.push({ names, deeds: [deed] });
  }
  return sentences
    .map(({ names, deeds }) => t("news.sentence", { names, deeds: listInSentence(deeds) }))
    .join(" ");
}

/** The deeds of a first event and of a later one. */
const DEEDS: Partial<Record<Part["type"], readonly [first: Key, later: Key]>> = {
  note: ["news.wrote", "news.changed"],
  attachment: ["news.addedFiles", "news.addedFiles"],
  comment: ["news.commented", "news.changedComments"],
  program: ["news.started", "news.started"],
  plan: ["news.planned", "news.changedPlan"],
  "plan-end": ["news.endedPlan", "news.endedPlan"],
  dose: ["news.doseAgainst", "news.doseBeside"],
  pause: ["news.startedPause", "news.changedPause"],
  "pause-end": ["news.endedPause", "news.endedPause"],
};

function formatDeed({ type, count, isFirst }: Part): string {
  const keys = DEEDS[type];
  return keys ? t(keys[isFirst ? 0 : 1], { count }) : "";
}
