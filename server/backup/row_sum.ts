import { hash } from "node:crypto";

const NEWLINE = 10;
const MODULUS = 2n ** 128n;

/**
 * Counts rows of `COPY` text and adds up their hashes. The sum doesn't depend on the order of the rows, which
 * PostgreSQL promises for no table; a row that is lost, doubled or changed changes it.
 */
export class RowSum {
  #rows = 0;
  #sum = 0n;
  #rest: Buffer[] = [];

  /** Takes the next bytes, which may begin and end within a row. */
  add(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const row = chunk.subarray(from, end);
      this.#addRow(this.#rest.length === 0 ? row : Buffer.concat([...this.#rest, row]));
      this.#rest = [];
      from = end + 1;
    }
    if (from < chunk.length) this.#rest.push(Buffer.from(chunk.subarray(from)));
  }

  #addRow(row: Buffer): void {
    this.#rows += 1;
    const digest = hash("sha256", row, "buffer");
    this.#sum += (digest.readBigUInt64LE(0) << 64n) | digest.readBigUInt64LE(8);
    if (this.#rows % 1024 === 0) this.#sum %= MODULUS;
  }

  /** @throws when the text ended within a row */
  end(): { rows: number; sum: string } {
    if (this.#rest.length > 0) throw new Error("The rows end within a row");
    return { rows: this.#rows, sum: (this.#sum % MODULUS).toString(16).padStart(32, "0") };
  }
}
