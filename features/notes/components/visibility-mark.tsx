import { IconEyeOff, IconUsers, IconWorld } from "@tabler/icons-react";
import type { NoteSummary } from "../../../lib/api.ts";
import { Fact } from "../../../ui/text.tsx";

const marks = {
  private: { icon: IconEyeOff, label: "Only me" },
  team: { icon: IconUsers, label: "Care team" },
  extended: { icon: IconWorld, label: "Everyone" },
};

/** A note's visibility as an icon with its label. */
export function VisibilityMark({ visibility }: { visibility: NoteSummary["visibility"] }) {
  const { icon: Icon, label } = marks[visibility];
  return (
    <Fact>
      <Icon size={16} aria-hidden="true" /> {label}
    </Fact>
  );
}
