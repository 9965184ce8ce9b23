import { type Layout, openIfExists, toPromise, waitForCommit, withDatabase } from "./indexed-db.ts";

/** A row that the service worker has stored. Without `by` it belongs to the user of this browser. */
type OwnedRow = { by?: string };

/** Rows without an owner belong to the user of this browser: `isOwner`. */
export type Whose = { personId: string; isOwner: boolean };

const isRowOwner = ({ personId, isOwner }: Whose, { by }: OwnedRow) =>
  by === personId || (isOwner && by === undefined);

/** The rows of a database that the service worker creates (`withStore` in app/worker/push.js), by the people who use this browser. */
export function createOwnedRows<Row extends OwnedRow>({
  name,
  store: storeName,
  key,
  failure,
  onFailure,
}: {
  name: string;
  store: string;
  key: keyof Row & string;
  failure: string;
  onFailure: (failure: string, error: unknown) => void;
}) {
  const layout: Layout = {
    name,
    version: 1,
    create: (database) => {
      database.createObjectStore(storeName, { keyPath: key });
    },
  };

  /** Runs `work` with a person's rows, all in one transaction; no rows without storage. */
  async function withRows(
    isWanted: (row: Row) => boolean,
    work: (row: Row, rows: IDBObjectStore) => void = () => {},
  ): Promise<Row[]> {
    try {
      const database = await openIfExists(layout);
      if (!database) return [];
      return await withDatabase(Promise.resolve(database), failure, async () => {
        const transaction = database.transaction(storeName, "readwrite");
        const committed = waitForCommit(transaction);
        const rows = transaction.objectStore(storeName);
        const wanted = (await toPromise<Row[]>(rows.getAll())).filter(isWanted);
        for (const row of wanted) work(row, rows);
        await committed;
        return wanted;
      });
    } catch (error) {
      onFailure(failure, error);
      return [];
    }
  }

  return {
    /** A person's rows. */
    read: (whose: Whose): Promise<Row[]> => withRows((row) => isRowOwner(whose, row)),
    /** Removes these rows. */
    remove: (removed: readonly Row[]): Promise<Row[]> =>
      withRows(
        (row) => removed.some((other) => other[key] === row[key]),
        (row, rows) => rows.delete(row[key] as IDBValidKey),
      ),
    /** Removes a person's rows. */
    removeAll: (whose: Whose): Promise<Row[]> =>
      withRows(
        (row) => isRowOwner(whose, row),
        (row, rows) => rows.delete(row[key] as IDBValidKey),
      ),
    /** Names the owner of the rows that have none, before another person uses this browser. */
    lock: (personId: string): Promise<Row[]> =>
      withRows(
        ({ by }) => by === undefined,
        (row, rows) => rows.put({ ...row, by: personId }),
      ),
  };
}
