import { Component, type ReactNode } from "react";
import { t } from "../../../lib/words/t.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { NOT_OPENED, OPENING_HOURS } from "../rules.ts";

type OpeningBoundaryProps = { children: ReactNode };

/** Offers to open a table again whose opening has expired while it was on screen; rethrows other errors. */
export class OpeningBoundary extends Component<OpeningBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!isNotOpened(error)) throw error;
    return (
      <ErrorState
        title={t("admintables.openForLong")}
        message={t("admintables.openAgain", { hours: OPENING_HOURS })}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}

function isNotOpened(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("data" in error)) return false;
  const { data } = error;
  return typeof data === "object" && data !== null && "code" in data && data.code === NOT_OPENED;
}
