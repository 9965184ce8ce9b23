import { useRouter } from "@tanstack/react-router";
import type { ComponentPropsWithoutRef, MouseEvent } from "react";

/**
 * A link to a path of the app, for lists of hundreds: each of the router's own links is computed again whenever any
 * part of the address changes.
 */
export function PlainLink({ href, ...props }: { href: string } & ComponentPropsWithoutRef<"a">) {
  const { history } = useRouter();
  const follow = (event: MouseEvent) => {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || event.defaultPrevented) return;
    event.preventDefault();
    history.push(href);
  };
  return <a {...props} href={href} onClick={follow} />;
}
