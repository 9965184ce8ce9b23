import type { Key } from "../../../lib/words/keys.ts";
import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import type { Area, Level, Scope } from "../../../server/access/scopes.ts";
import type { ProvenBy } from "../../../server/auth/proof.ts";

/** A token's rights in an area, in words. */
export const AREA_WORDS: Record<Area, Key> = {
  notebook: "access.notebook",
  notes: "access.notes",
  comments: "access.comments",
  attachments: "access.attachments",
  tasks: "access.tasks",
  programs: "access.programs",
  plans: "access.plans",
  doses: "access.doses",
  appointments: "access.appointments",
  escalation: "access.escalation",
  exports: "access.exports",
  members: "access.members",
};

/** Memberships are decided by people alone. */
export const READ_ONLY_AREAS: readonly Area[] = ["members"];

/** How long a token may last, in days. */
const LIFETIMES = [7, 30, 90, 365];
export const DEFAULT_DAYS = 90;

/** The token lifetimes allowed for this method of re-authentication. */
export const getLifetimes = (by: ProvenBy) =>
  LIFETIMES.filter((days) => by === "password" || days <= DEFAULT_DAYS).map((days) => ({
    days,
    label: t("access.lifetime", { count: days }),
  }));

/** A token's scopes in words, as one line. */
export function describeScopes(scopes: readonly string[]): string {
  if (scopes.includes("write")) return t("access.all");
  const written = getAreas(scopes, "write");
  const changed = listAreas(written);
  if (scopes.includes("read"))
    return written.length > 0 ? t("access.readsAllChanges", { changed }) : t("access.readsAll");
  const onlyRead = getAreas(scopes, "read").filter((area) => !written.includes(area));
  const read = listAreas(onlyRead);
  if (onlyRead.length === 0) return written.length > 0 ? t("access.changes", { changed }) : "";
  return written.length > 0 ? t("access.readsAndChanges", { read, changed }) : t("access.reads", { read });
}

/** An area's name within a sentence. */
export const nameInSentence = (area: Area): string => t("access.inSentence", { area });

const listAreas = (areas: readonly Area[]): string => listNames(areas.map(nameInSentence));

const getAreas = (scopes: readonly string[], level: Level): Area[] =>
  (Object.keys(AREA_WORDS) as Area[]).filter((area) => scopes.includes(`${area}:${level}`));

/** The scopes of a choice for each area; areas without a level aren't in it. */
export const toScopes = (levels: Partial<Record<Area, Level>>): Scope[] =>
  (Object.keys(AREA_WORDS) as Area[]).flatMap((area) => {
    const level = levels[area];
    return level ? [`${area}:${level}` as const] : [];
  });
