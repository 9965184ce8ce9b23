import type { ErrorComponentProps } from "@tanstack/react-router";
import { errorMessage } from "../../lib/error-message.ts";
import plain from "../../ui/plain.module.css";

/** What a page shows when drawing it failed: the message and a way on. */
export function RouteError({ error }: ErrorComponentProps) {
  return (
    <main id="main" tabIndex={-1} className={plain.notice}>
      <div role="alert">
        <h1>This page could not be shown</h1>
        <p>{errorMessage(error, error instanceof Error ? error.message : "Something went wrong.")}</p>
      </div>
      <button type="button" className={plain.primary} onClick={() => window.location.reload()}>
        Reload
      </button>
    </main>
  );
}
