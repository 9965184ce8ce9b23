import { InputBase, type InputBaseProps } from "@mantine/core";
import type { ComponentPropsWithoutRef, CSSProperties, Ref } from "react";
import styles from "./growing-textarea.module.css";

type GrowingTextareaProps = InputBaseProps &
  Omit<ComponentPropsWithoutRef<"textarea">, "style" | "size" | "rows"> & {
    ref?: Ref<HTMLTextAreaElement>;
    /** How many lines it has when it is empty. */
    minRows: number;
    /** How many it grows to before it scrolls. */
    maxRows?: number;
  };

/** A field of several lines that grows with what is written in it; where a browser can't, it scrolls and can be drawn larger. */
export function GrowingTextarea({ minRows, maxRows = 24, ref, ...props }: GrowingTextareaProps) {
  const lines = { "--least-lines": minRows, "--most-lines": maxRows } as CSSProperties;
  return (
    <InputBase
      component="textarea"
      multiline
      ref={ref}
      rows={minRows}
      classNames={{ input: styles.input }}
      styles={{ input: lines }}
      {...props}
    />
  );
}
