/** Errors of some items of a job: the others are done first, then the job fails with all that went wrong. */
export class Failures {
  readonly #errors: unknown[] = [];

  add(error: unknown): void {
    this.#errors.push(error);
  }

  /** Runs one item or step; keeps its error. */
  async guard(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.add(error);
    }
  }

  /** Throws the only error, or all in one. */
  throwIfAny(): void {
    if (this.#errors.length === 1) throw this.#errors[0];
    if (this.#errors.length > 1)
      throw new AggregateError(this.#errors, `${this.#errors.length} items failed`);
  }
}
