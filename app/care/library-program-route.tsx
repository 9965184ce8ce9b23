import type { Notebook } from "../../lib/api.ts";

export function LibraryProgramRoute({ notebook }: { notebook: Notebook }) {
  return <p>{notebook.name}</p>;
}
