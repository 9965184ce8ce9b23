import { getQuery } from "./policy.ts";

/** A notebook of the person, as what they may read it, and whether its owner lets devices keep it. */
export type NotebookRights = { _id: string; shortId?: string; userRole: string; isKeptOnDevices?: boolean };

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Medicines stay: a list that lacks a medicine is worse than a list that a thief of the device can read. */
const isSealedNote = (value: Fields): boolean => value.isEncrypted === true && !("doseUnit" in value);

/**
 * What stays on no device: encrypted notes, and notebooks whose owner forbids it, with all that is about either. It learns
 * from the results which ids those are.
 */
export class Withheld {
  /** The ids of the encrypted notes seen so far. */
  readonly #sealed = new Set<string>();
  /** Whether devices may keep them, by the ids of notebooks and of things seen in them. */
  readonly #isKeepable = new Map<string, boolean>();
  #notebooks: string | null = null;
  #isSomeForbidden = false;

  /** Sets the person's notebooks. True when they or their rights are others now, so that all results must be learned again. */
  setNotebooks(notebooks: readonly NotebookRights[]): boolean {
    const rights = notebooks.map(({ _id, userRole, isKeptOnDevices }) => [_id, userRole, isKeptOnDevices]);
    const known = JSON.stringify(rights);
    if (this.#notebooks === known) return false;
    this.#notebooks = known;
    this.#isKeepable.clear();
    // Older servers don't send it.
    for (const { _id, shortId = _id, isKeptOnDevices = true } of notebooks)
      for (const id of [_id, shortId]) this.#isKeepable.set(id, isKeptOnDevices);
    this.#isSomeForbidden = [...this.#isKeepable.values()].includes(false);
    return true;
  }

  /**
   * Learns the ids of a result.
   * @param token as the client names a query
   */
  learn(token: string, value: unknown): void {
    this.#learn(value, getQuery(token).args.diaryId);
  }

  #learn(value: unknown, around: unknown): void {
    if (Array.isArray(value)) for (const each of value) this.#learn(each, around);
    if (!isFields(value)) return;
    const notebook = value.diaryId ?? around;
    const isKeepable = this.#isKeepable.get(String(notebook));
    for (const id of [value._id, value.id, value.shortId]) {
      if (typeof id !== "string") continue;
      if (isSealedNote(value)) this.#sealed.add(id);
      if (isKeepable !== undefined && !this.#isKeepable.has(id)) this.#isKeepable.set(id, isKeepable);
    }
    for (const each of Object.values(value)) this.#learn(each, notebook);
  }

  /** A result without its withheld parts; undefined when all of it is withheld, or may be. */
  drop(token: string, value: unknown): unknown {
    const { args } = getQuery(token);
    const ids = Object.entries(args).flatMap(([name, id]) => (name.endsWith("Id") ? [String(id)] : []));
    if (this.#isWithheld(value) || ids.some(this.#isWithheldId)) return undefined;
    if (this.#isSomeForbidden && ids.length > 0) {
      const about = isFields(value) ? [value.diaryId, value._id].map(String) : [];
      if (![...ids, ...about].some((id) => this.#isKeepable.get(id))) return undefined;
    }
    return this.#drop(value);
  }

  /** Whether a picture of a file may stay; one whose notebook isn't known may not while one is forbidden. */
  mayKeepPicture(attachmentId: string): boolean {
    if (this.#isWithheldId(attachmentId)) return false;
    return !this.#isSomeForbidden || this.#isKeepable.get(attachmentId) === true;
  }

  #isWithheldId = (id: string): boolean => this.#sealed.has(id) || this.#isKeepable.get(id) === false;

  #isWithheld = (value: unknown): boolean =>
    isFields(value) &&
    (isSealedNote(value) ||
      [value._id, value.id, value.diaryId, value.noteId, value.targetId, value.subjectId].some((id) =>
        this.#isWithheldId(String(id)),
      ));

  #drop(value: unknown): unknown {
    if (Array.isArray(value))
      return value.filter((each) => !this.#isWithheld(each)).map((each) => this.#drop(each));
    if (!isFields(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, this.#isWithheld(each) ? null : this.#drop(each)]),
    );
  }
}
