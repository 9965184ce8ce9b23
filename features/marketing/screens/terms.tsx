import { ProsePage } from "../components/prose-page.tsx";

/** `/terms`. */
export function TermsScreen() {
  return (
    <ProsePage title="Terms" lead="The terms of this service.">
      <p>
        This software doesn't replace medical advice. The operator of this server will put the full terms
        here.
      </p>
    </ProsePage>
  );
}
