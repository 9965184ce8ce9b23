import { Button, Group } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import styles from "./manage-program.module.css";

type ManageQuestionProps = {
  confirm: string;
  back: string;
  isBusy: boolean;
  onConfirm: () => void;
  onBack: () => void;
  children: ReactNode;
};

/** The confirmation of an irreversible action; announced to screen readers when it appears. */
export function ManageQuestion({ confirm, back, isBusy, onConfirm, onBack, children }: ManageQuestionProps) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <>
      <p ref={words} tabIndex={-1} className={styles.question}>
        {children}
      </p>
      <Group justify="flex-end">
        <Button variant="default" disabled={isBusy} onClick={onBack}>
          {back}
        </Button>
        <Button color="red" loading={isBusy} onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </>
  );
}
