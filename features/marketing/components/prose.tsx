import { isValidElement, type ReactElement, type ReactNode } from "react";
import type { Key } from "../../../lib/words/keys.ts";
import { Rich } from "../../../ui/rich.tsx";
import { getPublicAddress } from "../rules/addresses.ts";
import type { PublicPath } from "../rules.ts";

/** A paragraph, a list, numbered steps, or an element such as a table. */
export type ProsePart = Key | { points: readonly Key[] } | { steps: readonly Key[] } | ReactElement;

type Tag = (content: ReactNode) => ReactNode;

const linkPage =
  (path: PublicPath, hash = ""): Tag =>
  (content) => <a href={getPublicAddress(path) + hash}>{content}</a>;
const linkApp =
  (path: string): Tag =>
  (content) => <a href={path}>{content}</a>;

/** The tags of these texts; links are named after the place that they lead to. */
const TAGS: Record<string, Tag> = {
  b: (content) => <strong>{content}</strong>,
  pricing: linkPage("/pricing"),
  security: linkPage("/security"),
  access: linkPage("/security", "#access"),
  encryption: linkPage("/security", "#encryption"),
  help: linkPage("/help"),
  privacy: linkPage("/privacy"),
  erase: linkPage("/privacy", "#erase"),
  purpose: linkPage("/intended-purpose"),
  account: linkApp("/account"),
  calendar: linkApp("/calendar"),
  recording: linkApp("/recording"),
  reminders: linkApp("/notifications/settings"),
  signin: linkApp("/sign-in"),
};

/** A text with links. */
export const Linked = ({ text }: { text: Key }) => <Rich text={text} values={TAGS} />;

/** Paragraphs and lists. */
export function Prose({ parts }: { parts: readonly ProsePart[] }) {
  return parts.map((part) => {
    if (isValidElement(part)) return part;
    if (typeof part === "string")
      return (
        <p key={part}>
          <Linked text={part} />
        </p>
      );
    const [List, keys] = "steps" in part ? (["ol", part.steps] as const) : (["ul", part.points] as const);
    return (
      <List key={keys[0]}>
        {keys.map((key) => (
          <li key={key}>
            <Linked text={key} />
          </li>
        ))}
      </List>
    );
  });
}
