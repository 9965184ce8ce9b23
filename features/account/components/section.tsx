import type { ReactNode } from "react";
import { Card } from "../../../ui/card.tsx";
import { Section as TitledPart } from "../../../ui/section.tsx";

/** A titled section of the account page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as={TitledPart} size="part" title={title}>
      {children}
    </Card>
  );
}
