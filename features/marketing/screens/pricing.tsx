import { ProsePage } from "../components/prose-page.tsx";

/** `/pricing`. */
export function PricingScreen() {
  return (
    <ProsePage title="Pricing" lead="The software is open and free to run yourself.">
      <p>Plans of the hosted service will stand here.</p>
    </ProsePage>
  );
}
