import { Button } from "@mantine/core";
import { useState } from "react";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import { Rich } from "../../../ui/rich.tsx";
import type { ProgramRow } from "../schema.ts";
import styles from "./cells.module.css";

const ProgramDialog = createLazyPart(() => import("./program-dialog.tsx").then((m) => m.ProgramDialog));

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
        <Rich text="admintables.edit" values={{ name: program.name }} />
      </Button>
      {isOpen && <ProgramDialog program={program} onClose={() => setIsOpen(false)} />}
    </>
  );
}
