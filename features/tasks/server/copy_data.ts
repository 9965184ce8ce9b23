import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import type { TasksAccess } from "./access.ts";
import { presentTasks, wholeTasks } from "./data.ts";

/** The tasks of a notebook that the reader sees, in the order they were made, some at a time: for a copy of it. */
export async function listAllTasks(
  db: Kysely<Tables>,
  access: TasksAccess,
  after: string | null,
  limit: number,
) {
  let select = wholeTasks(db, access, [access.notebooks[0]!.diaryId]).orderBy("t.id").limit(limit);
  if (after !== null) select = select.where("t.id", ">", after);
  return presentTasks(db, access, await select.execute());
}
