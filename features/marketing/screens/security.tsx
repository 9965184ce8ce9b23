import { ProsePage } from "../components/prose-page.tsx";

/** `/security`. */
export function SecurityScreen() {
  return (
    <ProsePage title="Security" lead="Who sees what, and how it is kept.">
      <p>
        Each note is seen only by the members its author chose, and every answer of the server is checked for
        it. A full description of storage, encryption and access will stand here.
      </p>
    </ProsePage>
  );
}
