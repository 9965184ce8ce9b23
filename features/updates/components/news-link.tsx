import { Link } from "@tanstack/react-router";
import { t } from "../../../lib/words/t.ts";
import { LinkLine } from "../../../ui/link-line.tsx";

type NewsLinkProps = { diaryId: string; news: { groups: readonly unknown[]; isWhole: boolean } };

/** "3 things are new", the link to all of them; nothing without news. */
export function NewsLink({ diaryId, news: { groups, isWhole } }: NewsLinkProps) {
  if (groups.length === 0) return null;
  return (
    <LinkLine>
      <Link to="/updates" search={{ notebook: diaryId }}>
        {t("notes.newThings", { isMore: String(!isWhole), count: groups.length })}
      </Link>
    </LinkLine>
  );
}
