import { type ComponentType, createContext, useContext } from "react";
import type { Notebook } from "../../lib/api.ts";

/** The notebook of the address, set by the notebook gate. */
export const NotebookContext = createContext<Notebook | null>(null);

/** Passes the notebook of the address to a screen as a prop. */
export function withNotebook(Screen: ComponentType<{ notebook: Notebook }>) {
  return function NotebookScreen() {
    const notebook = useContext(NotebookContext);
    return notebook ? <Screen key={notebook._id} notebook={notebook} /> : null;
  };
}
