/**
 * A history is what clients did and saw, with the times of one clock. A register is something that is overwritten, such
 * as a note's title; each written value is unique. The database says in which order a register's values were stored.
 */
export type Write = {
  /** The client, whose writes must be stored in the order in which it made them. */
  by: string;
  register: string;
  value: string;
  /** ms of one clock for all clients. */
  invokedAt: number;
  /** When the client was told that it is stored; null when it never learned what became of it. */
  answeredAt: number | null;
  /** Whether the client was told that it isn't stored, because the server was busy. */
  isRefused?: boolean;
};

/** What a call returned, on whichever node. */
export type Read = { by: string; register: string; value: string; invokedAt: number; answeredAt: number };

/** What a live screen showed from then on. */
export type Sight = { by: string; register: string; value: string; at: number };

export type History = { writes: Write[]; reads: Read[]; sights: Sight[] };

/** For each register its values in the order in which the database stored them. */
export type Stored = ReadonlyMap<string, readonly string[]>;

/** A client that writes under this name doesn't keep an order: its calls are independent of each other. */
export const WITHOUT_ORDER = "independent";

/**
 * Compares a history with what is stored, and returns what is wrong, in words: lost, doubled, invented or reordered
 * writes; answers that were older than what had been stored before the question; screens that went backwards or lacked
 * what their own client had been told is stored. Empty when all is well.
 */
export function checkHistory(history: History, stored: Stored): string[] {
  const problems: string[] = [];
  const registers = new Set([...stored.keys(), ...history.writes.map(({ register }) => register)]);
  for (const register of registers) {
    const of = <T extends { register: string }>(list: T[]) =>
      list.filter((each) => each.register === register);
    const places = placesOf(stored.get(register) ?? [], (value) =>
      problems.push(`${register}: ${value} twice`),
    );
    const writes = of(history.writes);
    problems.push(
      ...checkWrites(writes, places),
      ...checkReads(of(history.reads), writes, places),
      ...checkSights(of(history.sights), writes, places),
    );
  }
  return problems;
}

/**
 * Compares what a restored backup holds with the history up to it: of each register the first values, all that were
 * answered before the backup began, and of all registers what was there at one moment.
 */
export function checkRestored(history: History, stored: Stored, restored: Stored, begunAt: number): string[] {
  const problems: string[] = [];
  const isThere = new Set<string>();
  for (const [register, values] of restored) {
    const original = stored.get(register) ?? [];
    for (const [place, value] of values.entries()) {
      if (original[place] !== value) problems.push(`${register}: ${value} isn't restored in its place`);
      isThere.add(`${register} ${value}`);
    }
  }
  const [there, away] = [true, false].map((wanted) =>
    history.writes.filter(({ register, value }) => isThere.has(`${register} ${value}`) === wanted),
  ) as [Write[], Write[]];
  const latest = Math.max(...there.map(({ invokedAt }) => invokedAt));
  for (const { register, value, answeredAt } of away) {
    if (answeredAt === null) continue;
    if (answeredAt < begunAt)
      problems.push(`${register}: ${value} was stored before the backup and isn't in it`);
    else if (answeredAt < latest) problems.push(`${register}: ${value} is missing beside what came after it`);
  }
  return problems;
}

type Places = ReadonlyMap<string, number>;

function placesOf(values: readonly string[], onDoubled: (value: string) => void): Places {
  const places = new Map<string, number>();
  for (const [place, value] of values.entries()) {
    if (places.has(value)) onDoubled(value);
    places.set(value, place);
  }
  return places;
}

const words = (write: Pick<Write, "register" | "value" | "by">) =>
  `${write.register}: ${write.value} by ${write.by}`;

function* checkWrites(writes: Write[], places: Places): Generator<string> {
  const known = new Map(writes.map((write) => [write.value, write]));
  for (const write of writes) {
    if (write.answeredAt !== null && !places.has(write.value)) yield `${words(write)} is lost`;
    if (write.isRefused && places.has(write.value)) yield `${words(write)} was refused and is stored`;
  }
  const lastOf = new Map<string, Write>();
  let begunLast: Write | null = null;
  for (const value of places.keys()) {
    const write = known.get(value);
    if (!write) {
      yield `nobody wrote ${value}`;
      continue;
    }
    const former = lastOf.get(write.by);
    if (write.by !== WITHOUT_ORDER && former && former.invokedAt > write.invokedAt)
      yield `${words(write)} is stored after ${former.value}, which was written later`;
    lastOf.set(write.by, write);
    if (begunLast && write.answeredAt !== null && write.answeredAt < begunLast.invokedAt)
      yield `${words(write)} was answered before ${begunLast.value} began, and is stored after it`;
    if (!begunLast || write.invokedAt > begunLast.invokedAt) begunLast = write;
  }
}

/** For each moment the last place that was answered before it. */
function answeredPlaces(answers: { answeredAt: number | null; value: string }[], places: Places) {
  const times: number[] = [];
  const highest: number[] = [];
  const answered = answers.filter((each) => each.answeredAt !== null && places.has(each.value));
  for (const { answeredAt, value } of answered.sort((a, b) => a.answeredAt! - b.answeredAt!)) {
    times.push(answeredAt!);
    highest.push(Math.max(highest.at(-1) ?? -1, places.get(value)!));
  }
  return (moment: number): number => {
    let [low, high] = [0, times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle]! < moment) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? -1 : highest[low - 1]!;
  };
}

function* checkReads(reads: Read[], writes: Write[], places: Places): Generator<string> {
  // What one reader has seen, a later one sees too.
  const before = answeredPlaces([...writes, ...reads], places);
  const begin = new Map(writes.map(({ value, invokedAt }) => [value, invokedAt]));
  for (const { by, register, value, invokedAt, answeredAt } of reads) {
    const place = places.get(value);
    if (place === undefined) yield `${register}: ${by} read ${value}, which isn't stored`;
    else if (place < before(invokedAt))
      yield `${register}: ${by} read ${value}, older than what was answered before`;
    else if (begin.get(value)! > answeredAt) yield `${register}: ${by} read ${value} before it was written`;
  }
}

function* checkSights(sights: Sight[], writes: Write[], places: Places): Generator<string> {
  for (const by of new Set(sights.map((sight) => sight.by))) {
    const own = answeredPlaces(
      writes.filter((write) => write.by === by),
      places,
    );
    let former = -1;
    for (const { register, value, at } of sights.filter((sight) => sight.by === by)) {
      const place = places.get(value);
      if (place === undefined) {
        yield `${register}: the screen of ${by} showed ${value}, which isn't stored`;
        continue;
      }
      if (place < former) yield `${register}: the screen of ${by} went back to ${value}`;
      if (place < own(at))
        yield `${register}: the screen of ${by} showed ${value} after a newer own write was answered`;
      former = place;
    }
  }
}
