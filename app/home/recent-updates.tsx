import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { type ShownUpdate, UpdateEntry } from "../../features/updates/client/public.ts";
import { SHOWN_UPDATES } from "../../features/updates/rules/home.ts";
import { compareNewestFirst } from "../../features/updates/rules.ts";
import { api } from "../../lib/api.ts";
import { t } from "../../lib/words/t.ts";
import { Boundary } from "../../ui/boundary.tsx";
import { LinkLine } from "../../ui/link-line.tsx";
import { List } from "../../ui/list.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Section } from "../../ui/section.tsx";
import { Problem, Soft } from "../../ui/text.tsx";
import { useHomeRecent } from "./use-home-recent.ts";
import { useLocalRecordings } from "./use-local-recordings.ts";

/** The latest updates of all notebooks, and this device's recordings. */
export function RecentUpdates() {
  return (
    <Section title={t("home.recentUpdates")}>
      <Boundary fallback={() => <Problem>{t("home.updatesFailed")}</Problem>}>
        <UpdateList />
      </Boundary>
    </Section>
  );
}

function UpdateList() {
  const me = useQuery(api.users.getCurrentUser, {});
  const updates = useHomeRecent()?.recentUpdates;
  const recordings = useLocalRecordings(me?._id, SHOWN_UPDATES);
  if (!updates) return <Loading label={t("home.loadingUpdates")} rows={4} />;
  const shown = compareNewestFirst<ShownUpdate>([...updates, ...recordings], SHOWN_UPDATES);
  if (shown.length === 0) return <Soft>{t("home.noUpdates")}</Soft>;
  return (
    <>
      <List gap="xs">
        {shown.map((update) => (
          <UpdateEntry key={`${update.type} ${update.id}`} update={update} />
        ))}
      </List>
      {updates.length > 0 && (
        <LinkLine>
          <Link to="/updates">{t("home.allUpdates")}</Link>
        </LinkLine>
      )}
    </>
  );
}
