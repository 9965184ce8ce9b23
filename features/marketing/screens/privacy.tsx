import { ProsePage } from "../components/prose-page.tsx";

/** `/privacy`. */
export function PrivacyScreen() {
  return (
    <ProsePage title="Privacy" lead="Your notebooks belong to you and the people you share them with.">
      <p>The whole text, with what is stored where and how to export and erase it, will stand here.</p>
    </ProsePage>
  );
}
