import { InputBase, type InputBaseProps } from "@mantine/core";
import type { ComponentPropsWithoutRef, CSSProperties, Ref } from "react";
import styles from "./growing-textarea.module.css";

type GrowingTextareaProps = InputBaseProps &
  Omit<ComponentPropsWithoutRef<"textarea">, "style" | "size" | "rows"> & {
    ref?: Ref<HTMLTextAreaElement>;
    /** The number of lines when it is empty. */
    minRows: number;
    /** The height in lines above which it scrolls. */
    maxRows?: number;
  };

/** A multi-line field that grows with its text; in browsers without support it scrolls and can be resized. */
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
