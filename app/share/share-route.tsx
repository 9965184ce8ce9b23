import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { api, type NotebookSummary } from "../../lib/api.ts";
import { getShownId } from "../../lib/shown-id.ts";
import { t } from "../../lib/words/t.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Loading } from "../../ui/loading.tsx";
import { notifyFailure } from "../../ui/notify.ts";
import { useLiveQuery } from "../../ui/use-live-query.ts";
import { useAuth } from "../auth/auth-context.tsx";
import { findCurrentNotebook } from "../places/use-current-notebook.ts";
import { canWrite } from "../places/write-link.tsx";
import { type SharedItem, sharedItems } from "./shared-items.ts";
import { SHARED_TYPE, takeShared } from "./take-shared.ts";

type Obstacle = "nothing" | "lost" | "no notebook" | "no files here" | "no room";

/** Why nothing becomes a note, and what to do. */
const describeObstacle = (obstacle: Obstacle): { title: string; text: string } =>
  ({
    nothing: { title: t("share.nothing"), text: t("share.nothingWhy") },
    lost: { title: t("share.lost"), text: t("share.lostWhy") },
    "no notebook": { title: t("share.noNotebook"), text: t("share.noNotebookWhy") },
    "no files here": { title: t("share.noFiles"), text: t("share.noFilesWhy") },
    "no room": { title: t("share.noRoom"), text: t("share.noRoomWhy") },
  })[obstacle];

/** `/share`: takes what another app has shared into the form of a new note, where another notebook can be chosen. */
export function ShareRoute() {
  const isLost = useLocation({ select: ({ searchStr }) => searchStr.startsWith("?lost") });
  const { state } = useAuth();
  const personId = state.user?.id;
  const me = useLiveQuery(api.users.getCurrentUser, {});
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {});
  const navigate = useNavigate();
  const [obstacle, setObstacle] = useState<Obstacle | null>(isLost ? "lost" : null);
  const hasBegun = useRef(false);
  const userId = me?._id;

  useEffect(() => {
    if (isLost || !personId || !userId || !notebooks || hasBegun.current) return;
    hasBegun.current = true;
    const take = async () => {
      const items = await sharedItems.read({ personId, isOwner: true });
      const notebook = chooseNotebook(items, notebooks);
      if (typeof notebook === "string") return setObstacle(notebook);
      const { tooLarge, hasNoRoom } = await takeShared(items, { userId, notebook });
      if (hasNoRoom) return setObstacle("no room");
      if (tooLarge.length > 0) notifyFailure(t("share.tooLarge", { names: tooLarge.join(", ") }));
      const params = { diaryId: getShownId(notebook) };
      await navigate({
        to: "/care/$diaryId/note/new",
        params,
        search: { type: SHARED_TYPE },
        replace: true,
      });
    };
    void take();
  }, [isLost, personId, userId, notebooks, navigate]);

  if (!obstacle) return <Loading label={t("share.loading")} />;
  return (
    <EmptyState asPage {...describeObstacle(obstacle)}>
      <LinkButton to="/home">{t("share.back")}</LinkButton>
    </EmptyState>
  );
}

/** The notebook whose form opens first: the current one where it allows a note like this. */
function chooseNotebook(
  items: readonly SharedItem[],
  notebooks: readonly NotebookSummary[],
): NotebookSummary | Obstacle {
  if (items.length === 0) return "nothing";
  const writable = notebooks.filter(canWrite);
  const hasFiles = items.some(({ files }) => files.length > 0);
  const fitting = writable.filter(
    ({ permissions }) => !hasFiles || permissions.includes("attachments.create"),
  );
  if (writable.length === 0) return "no notebook";
  return findCurrentNotebook(fitting, "") ?? "no files here";
}
