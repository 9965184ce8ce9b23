import type { ComponentPropsWithRef } from "react";
import { joinClassNames } from "./class-names.ts";
import styles from "./text.module.css";

type ParagraphProps = ComponentPropsWithRef<"p">;
type SpanProps = ComponentPropsWithRef<"span">;

/** Secondary text: a hint, an explanation. */
export function Soft(props: ParagraphProps) {
  return <p {...props} className={joinClassNames(styles.soft, props.className)} />;
}

/** Short facts in a row: who, when, how many. */
export function Facts(props: ParagraphProps) {
  return <p {...props} className={joinClassNames(styles.facts, props.className)} />;
}

/** One of the facts, with its icon. */
export function Fact(props: SpanProps) {
  return <span {...props} className={joinClassNames(styles.fact, props.className)} />;
}

/** An error message, announced at once. */
export function Problem(props: ParagraphProps) {
  return <p role="alert" {...props} className={joinClassNames(styles.problem, props.className)} />;
}
