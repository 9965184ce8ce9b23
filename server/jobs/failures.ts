/** Collects errors of the items of a job: all other items are processed first, then the job fails with all errors. */
export class Failures {
  readonly #errors: unknown[] = [];

  add(error: unknown): void {
    this.#errors.push(error);
  }

  /** Runs one item or step and keeps its error. */
  async collectFailure(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.add(error);
    }
  }

  /** Throws the only error, or several as one. */
  throwIfAny(): void {
    if (this.#errors.length === 1) throw this.#errors[0];
    if (this.#errors.length > 1)
      throw new AggregateError(this.#errors, `${this.#errors.length} items failed`);
  }
}
