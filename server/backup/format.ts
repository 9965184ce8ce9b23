import { z } from "zod";

/**
 * The format of an archive: a tar file, encrypted as a whole with age where the operator wishes so. Its entries, in
 * this order:
 *
 * - `manifest.json`: see {@link manifest}
 * - `keys.json`: the server's secret and master keys, only when the operator asked for them
 * - `tables/<schema>.<table>/<n>.copy.zst`: parts of PostgreSQL's `COPY` text of a table, compressed with zstd
 * - `files/<name>`: stored files, as the storage has them
 * - `sums/<n>.jsonl`: a line with name, size and SHA-256 of each file
 * - `end.json`: see {@link ending}. An archive without it was cut off.
 *
 * Everything but the decryption can be done by hand with `tar` and `zstd`, and that with `age`.
 */
export const FORMAT = 1;

export const MANIFEST = "manifest.json";
export const KEYS = "keys.json";
export const ENDING = "end.json";

/** The most bytes of `COPY` text in one entry; the memory that backup and restore need is a few times this. */
export const PART_BYTES = 4 * 1024 * 1024;

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()).min(1) });
export type ArchivedTable = z.output<typeof table>;

export const manifest = z.object({
  format: z.literal(FORMAT),
  product: z.literal("carediary"),
  /** The program's version and its last migration, to which a restore brings the database before it reads the rows. */
  version: z.string(),
  migration: z.string(),
  /** The version of PostgreSQL that the rows come from; any later one can take them. */
  postgres: z.string(),
  madeAt: z.iso.datetime(),
  /** Each table after those it refers to, as far as such an order exists. */
  tables: z.array(table),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  /** Ids of the master keys that encrypted notes need. */
  masterKeys: z.array(z.string()),
  keys: z.enum(["included", "apart"]),
});
export type Manifest = z.output<typeof manifest>;

export const keys = z.object({ secretKey: z.string().nullable(), masterKeys: z.array(z.string()) });
export type Keys = z.output<typeof keys>;

export const ending = z.object({
  /** By `<schema>.<table>`; see {@link RowSum}. */
  tables: z.record(z.string(), z.object({ rows: z.number(), sum: z.string() })),
  files: z.object({
    count: z.number(),
    bytes: z.number(),
    /** Names of files that the database mentions and the storage doesn't have: the first hundred, and how many. */
    missing: z.array(z.string()),
    missingCount: z.number(),
  }),
});
export type Ending = z.output<typeof ending>;

export const fileSum = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });
export type FileSum = z.output<typeof fileSum>;

export const nameOfTable = ({ schema, name }: { schema: string; name: string }): string =>
  `${schema}.${name}`;
