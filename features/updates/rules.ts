/** The kinds of updates (decisions, "Tasks, calendar, home"); "recording" exists only in a browser. */
export const UPDATE_TYPES = [
  "note",
  "comment",
  "attachment",
  "task",
  "program",
  "member",
  "plan",
  "plan-end",
  "dose",
  "pause",
  "pause-end",
] as const;
export type UpdateType = (typeof UPDATE_TYPES)[number];

/** News have two kinds more: an assigned task, and how many doses were given on a day. */
export const NEW_TYPES = [...UPDATE_TYPES, "assignment", "given"] as const;
export type NewType = (typeof NEW_TYPES)[number];

/** The most new updates read per kind and notebook; the rest is on the page of all updates. */
export const MAX_NEW = 50;
/** How many titles a group of tasks names. */
const NAMED_TASKS = 3;

/** The subject of an update: the item to open for reading it. */
export type Subject = { type: "note" | "task" | "program" | "notebook"; id: string };

/** An unread update by another user. */
export type NewUpdate = {
  type: NewType;
  id: string;
  diaryId: string;
  at: number;
  actorId: string | null;
  /** Whether its subject is new rather than changed. */
  isFirst: boolean;
  mentionsMe: boolean;
  thing: Subject;
  /** The task's title or the program's name, for kinds that have one. */
  title: string;
  /** The plan that it is about, for kinds that have one. */
  planId?: string | null;
  /** How many items it represents; one by default. */
  represents?: number;
};

/** The updates of one kind within a group: "Ben and Ana, 3 comments". */
export type GroupPart = {
  type: NewType;
  count: number;
  isFirst: boolean;
  /** Newest first, each once. */
  actorIds: (string | null)[];
};

/** New updates that are read together: all on one note, or one user's actions. */
export type UpdateGroup = {
  key: string;
  diaryId: string;
  thing: Subject;
  /** The newest of its updates, and when that was. */
  newestId: string;
  at: number;
  mentionsMe: boolean;
  parts: GroupPart[];
  /** Titles of the tasks that it is about, at most three, each once. */
  titles: string[];
  /** How many further titles they have. */
  otherTitles: number;
};

/**
 * Whether an update counts as read once it was shown: a member's joining or a done task needs no opening. Others stay
 * new until their subject is opened.
 */
export const isReadWhenShown = (type: NewType): boolean => !OPENED.has(type);

/** The kinds whose subject is opened to read it. */
const OPENED: ReadonlySet<NewType> = new Set(["note", "comment", "attachment"]);

/** Whether an update is shown on the page of today's doses. */
export const isOfDoses = (type: NewType): boolean =>
  type === "dose" || type === "given" || type === "pause" || type === "pause-end";

const PART_ORDER: readonly NewType[] = [
  "assignment",
  "note",
  "attachment",
  "comment",
  "task",
  "program",
  "dose",
  "plan",
  "plan-end",
  "pause",
  "pause-end",
  "given",
  "member",
];

/** Groups related updates; first those meant for the reader, then the newest. */
export function groupUpdates(updates: readonly NewUpdate[]): UpdateGroup[] {
  const groups = new Map<string, UpdateGroup>();
  const titles = new Map<string, Set<string>>();
  for (const update of [...updates].sort(getNewestFirst)) {
    const key = getUpdateKey(update);
    const group = groups.get(key) ?? {
      key,
      diaryId: update.diaryId,
      thing: update.thing,
      newestId: update.id,
      at: update.at,
      mentionsMe: false,
      parts: [],
      titles: [],
      otherTitles: 0,
    };
    groups.set(key, group);
    const known = titles.get(key) ?? new Set<string>();
    titles.set(key, known);
    group.mentionsMe ||= update.mentionsMe;
    if (update.title && !known.has(update.title)) {
      known.add(update.title);
      if (group.titles.length < NAMED_TASKS) group.titles.push(update.title);
      else group.otherTitles += 1;
    }
    const part = group.parts.find(({ type }) => type === update.type);
    if (!part)
      group.parts.push({
        type: update.type,
        count: update.represents ?? 1,
        isFirst: update.isFirst,
        actorIds: [update.actorId],
      });
    else {
      part.count += update.represents ?? 1;
      part.isFirst ||= update.isFirst;
      if (!part.actorIds.includes(update.actorId)) part.actorIds.push(update.actorId);
    }
  }
  for (const { parts } of groups.values())
    parts.sort((a, b) => PART_ORDER.indexOf(a.type) - PART_ORDER.indexOf(b.type));
  return [...groups.values()].sort(
    (a, b) => Number(isForReader(b)) - Number(isForReader(a)) || b.at - a.at || (a.key < b.key ? -1 : 1),
  );
}

/** Whether a group is meant for the reader: it mentions them or gives them a task. */
export const isForReader = ({
  mentionsMe,
  parts,
}: Pick<UpdateGroup, "mentionsMe"> & { parts: { type: NewType }[] }) =>
  mentionsMe || parts.some(({ type }) => type === "assignment");

/** One group for all who joined, one per plan, one per author of done or assigned tasks, and one per note. */
function getUpdateKey({ type, id, diaryId, actorId, thing, planId }: NewUpdate): string {
  if (planId) return `plan ${planId}`;
  if (type === "given") return `given ${id}`;
  if (type === "pause" || type === "pause-end") return `pause ${id}`;
  if (type === "task" || type === "assignment") return `${type} ${diaryId} ${actorId}`;
  if (type === "member") return `member ${diaryId}`;
  return `${thing.type} ${thing.id}`;
}

const getNewestFirst = (a: NewUpdate, b: NewUpdate) => b.at - a.at || (a.id < b.id ? 1 : -1);

/** The newest `count` entries of all lists, newest first; ids break ties. */
export function compareNewestFirst<Entry extends { id: string; updatedAt: number }>(
  entries: readonly Entry[],
  count: number,
): Entry[] {
  return [...entries].sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1)).slice(0, count);
}
