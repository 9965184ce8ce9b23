import { Link } from "@tanstack/react-router";
import { pluralize } from "../../../lib/pluralize.ts";
import { LinkLine } from "../../../ui/link-line.tsx";

type NewsLinkProps = { diaryId: string; news: { groups: readonly unknown[]; isWhole: boolean } };

/** "3 things are new", the link to all of them; nothing without news. */
export function NewsLink({ diaryId, news: { groups, isWhole } }: NewsLinkProps) {
  if (groups.length === 0) return null;
  const count = isWhole ? pluralize(groups.length, "thing") : `More than ${groups.length} things`;
  return (
    <LinkLine>
      <Link to="/updates" search={{ notebook: diaryId }}>
        {count} {isWhole && groups.length === 1 ? "is" : "are"} new
      </Link>
    </LinkLine>
  );
}
