import { ProsePage } from "../components/prose-page.tsx";

/** `/about`. */
export function AboutScreen() {
  return (
    <ProsePage title="About" lead="An open care notebook for families, caregivers and clinicians.">
      <p>It is written to be read, run and improved by anyone.</p>
    </ProsePage>
  );
}
