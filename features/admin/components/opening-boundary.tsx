import { Component, type ReactNode } from "react";
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
        title="This table has been open for long"
        message={`An opening lasts ${OPENING_HOURS} hours and is written down. Retry opens the table again.`}
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
