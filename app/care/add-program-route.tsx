import type { Notebook } from "../../lib/api.ts";

export function AddProgramRoute({ notebook }: { notebook: Notebook }) {
  return <p>{notebook.name}</p>;
}
