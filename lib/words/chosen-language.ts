import { readStored, writeStored } from "../browser-store.ts";
import { showLanguage } from "./loaded.ts";

const CHOSEN = "language-chosen";

/** Shows a language that is chosen on a page without an account; an account takes it at its next sign-in here. */
export function chooseLanguage(language: string): void {
  writeStored(CHOSEN, true);
  showLanguage(language);
}

/** Whether a language was chosen here since the last sign-in; forgets it. */
export function takeChosen(): boolean {
  const isChosen = readStored<boolean>(CHOSEN) === true;
  if (isChosen) writeStored(CHOSEN, null);
  return isChosen;
}
