import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { api, type NotebookSummary } from "../../lib/api.ts";
import { getShownId } from "../../lib/shown-id.ts";
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

const WORDS: Record<Obstacle, { title: string; text: string }> = {
  nothing: {
    title: "Nothing is waiting here.",
    text: "Share a photo or a link from another app with CareDiary, and it becomes a new note.",
  },
  lost: {
    title: "This did not reach CareDiary.",
    text: "The app was not ready on this device yet. Please share it again.",
  },
  "no notebook": {
    title: "You have no notebook to write in.",
    text: "What you shared is kept on this device until you have one.",
  },
  "no files here": {
    title: "You can't add photos or files in your notebooks.",
    text: "What you shared is kept on this device until you may.",
  },
  "no room": {
    title: "This browser has no room for what you shared.",
    text: "Send or remove photos and files that wait on this device, then open this page again.",
  },
};

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
      if (tooLarge.length > 0) notifyFailure(`Too large for a note (10 MB at most): ${tooLarge.join(", ")}`);
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

  if (!obstacle) return <Loading label="Getting what you shared..." />;
  return (
    <EmptyState asPage {...WORDS[obstacle]}>
      <LinkButton to="/home">Back to Today</LinkButton>
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
