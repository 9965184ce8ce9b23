import { IconEyeOff, IconUsers, IconWorld } from "@tabler/icons-react";
import type { NoteSummary } from "../../../lib/api.ts";
import { Fact } from "../../../ui/text.tsx";
import { describeVisibility } from "../client/visibility-words.ts";

const ICONS = { private: IconEyeOff, team: IconUsers, extended: IconWorld };

/** A note's visibility as an icon with its label. */
export function VisibilityMark({ visibility }: { visibility: NoteSummary["visibility"] }) {
  const Icon = ICONS[visibility];
  return (
    <Fact>
      <Icon size={16} aria-hidden="true" /> {describeVisibility(visibility)}
    </Fact>
  );
}
