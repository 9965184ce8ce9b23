import { shorten } from "../../../lib/cut-text.ts";
import { writeOnce } from "../../../lib/words/t.ts";
import { NOTEBOOK_NAME_LENGTH } from "../rules.ts";

/** The default name of a notebook, in the language of its writer; a very long personal name in it is shortened. */
export function suggestNotebookName(fullName: string): string {
  const named = (person: string) => writeOnce("notebookform.defaultName", { name: person });
  let name = named(fullName);
  for (let length = fullName.length; name.length > NOTEBOOK_NAME_LENGTH; length--) {
    name = named(shorten(fullName, length));
  }
  return name;
}
