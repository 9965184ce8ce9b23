import { ProsePage } from "../components/prose-page.tsx";

/** `/community`. */
export function CommunityScreen() {
  return (
    <ProsePage title="Community" lead="A place for people who care for somebody.">
      <p>Stories, questions and meetings: coming soon.</p>
    </ProsePage>
  );
}
