import type { ErrorComponentProps } from "@tanstack/react-router";
import { useContext, useEffect } from "react";
import { getErrorMessage } from "../../lib/error-message.ts";
import { t } from "../../lib/words/t.ts";
import plain from "../../ui/plain.module.css";
import { reachability } from "../../ui/reachability.ts";
import { checkServer } from "../sync/check-server.ts";
import { isChunkError } from "../sync/chunk-errors.ts";
import { reloadOnce } from "../sync/new-build.ts";
import { InsideMain } from "./inside-main.ts";

/** The page for an error during rendering: the message and how to go on. */
export function RouteError({ error }: ErrorComponentProps) {
  const Frame = useContext(InsideMain) ? "section" : "main";
  const isLost = isChunkError(error);
  useEffect(() => (isLost ? recoverFromChunkError() : undefined), [isLost]);
  return (
    <Frame id={Frame === "main" ? "main" : undefined} tabIndex={-1} className={plain.notice}>
      <div role="alert">
        <h1>{t("start.notShown")}</h1>
        <p>{getErrorMessage(error, error instanceof Error ? error.message : t("start.wrong"))}</p>
      </div>
      <button type="button" className={plain.primary} onClick={() => void reloadIfThere()}>
        {t("start.reload")}
      </button>
    </Frame>
  );
}

/** Offline, a reload would replace this page by the browser's own error page. */
async function reloadIfThere(): Promise<void> {
  if (await checkServer()) window.location.reload();
}

/** Reloads the page once, when a newer build has replaced a chunk, or as soon as the server can be reached again. */
function recoverFromChunkError(): () => void {
  void checkServer().then((isThere) => isThere && reloadOnce());
  return reachability.subscribe(() => {
    if (!reachability.isLost()) window.location.reload();
  });
}
