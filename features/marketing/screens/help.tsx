import { ProsePage } from "../components/prose-page.tsx";

/** `/help`. */
export function HelpScreen() {
  return (
    <ProsePage title="Help Center" lead="Answers for the first days with a care notebook.">
      <p>
        Create a notebook for the person you care for, write a note, and invite the others. Guides and a
        search will stand here.
      </p>
    </ProsePage>
  );
}
