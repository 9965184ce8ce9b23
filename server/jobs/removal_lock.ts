/**
 * Takes the lock that keeps files from being removed while a backup copies them: `shared` by each backup, until its
 * connection ends; `tried` by the job that removes them, for its transaction, which answers whether it has it.
 */
export const lockFileRemovals = (mode: "shared" | "tried"): string =>
  mode === "shared"
    ? `select pg_advisory_lock_shared(${LOCK})`
    : `select pg_try_advisory_xact_lock(${LOCK}) as held`;

const LOCK = "hashtextextended('carediary file removals', 0)";
