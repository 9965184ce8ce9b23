import { Component, type ReactNode } from "react";
import { getErrorMessage } from "../lib/error-message.ts";
import { t } from "../lib/words/t.ts";

type BoundaryProps = {
  fallback: (message: string) => ReactNode;
  /** A change of it tries the part again, such as the address of a part that is on every page. */
  tryAgainOn?: string;
  children: ReactNode;
};

/** Keeps an error of one part of a screen from taking the rest with it; `fallback` gets its message. */
export class Boundary extends Component<BoundaryProps, { message: string | null }> {
  override state: { message: string | null } = { message: null };

  static getDerivedStateFromError(error: unknown) {
    return { message: getErrorMessage(error, t("ui.wrong")) };
  }

  override componentDidUpdate({ tryAgainOn }: BoundaryProps) {
    if (this.state.message !== null && tryAgainOn !== this.props.tryAgainOn) this.setState({ message: null });
  }

  override render() {
    const { message } = this.state;
    return message === null ? this.props.children : this.props.fallback(message);
  }
}
