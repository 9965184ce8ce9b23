import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { ProgramRow } from "../schema.ts";
import styles from "./cells.module.css";

const ProgramDialog = lazy(() =>
  import("./program-dialog.tsx").then((module) => ({ default: module.ProgramDialog })),
);

/** The "Edit" button of a program's row, with its dialog. */
export function EditProgram({ program }: { program: ProgramRow }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        className={styles.action}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Edit<span className="visually-hidden"> {program.name}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ProgramDialog program={program} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
