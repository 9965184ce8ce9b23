import { Button } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconTrash, IconUserShare } from "@tabler/icons-react";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { List } from "../../../ui/list.tsx";
import { NeedsConnection } from "../../../ui/needs-connection.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { ArchiveQuestion } from "./archive-question.tsx";
import { DeleteNotebook } from "./delete-notebook.tsx";
import { KeepOnDevices } from "./keep-on-devices.tsx";
import styles from "./manage-notebook.module.css";
import { TransferNotebook } from "./transfer-notebook.tsx";

/** The owner's actions on a notebook: archive, keep on devices, transfer, delete. */
export function ManageNotebook({ notebook }: { notebook: Notebook }) {
  const [openDialog, setOpenDialog] = useState<"archive" | "transfer" | "delete" | null>(null);
  const [isMoving, setIsMoving] = useState(false);
  const archive = useMutation(api.diaries.archiveDiary);
  const unarchive = useMutation(api.diaries.unarchiveDiary);
  const { isArchived } = notebook;

  async function move() {
    setOpenDialog(null);
    setIsMoving(true);
    try {
      await (isArchived ? unarchive : archive)({ diaryId: notebook._id });
      notifySuccess(
        isArchived
          ? "The notebook is back among your notebooks."
          : "Archived. It stands under “Archived” below your notebooks.",
      );
    } catch (error) {
      console.error("archiving failed", error);
      notifyFailure(
        getErrorMessage(
          error,
          isArchived ? "Failed to unarchive the notebook" : "Failed to archive the notebook",
        ),
      );
    } finally {
      setIsMoving(false);
    }
  }

  return (
    <Section title="Manage this notebook" className={`${styles.section} no-print`}>
      <NeedsConnection what="Each of these" />
      <List gap="lg">
        <li className={styles.way}>
          <Soft className={styles.words}>
            {isArchived
              ? "It is archived for everyone: it stands apart from the other notebooks."
              : "Put it away for everyone when it is no longer in use. It stays readable and writable."}
          </Soft>
          <Button
            variant="default"
            loading={isMoving}
            leftSection={
              isArchived ? (
                <IconArchiveOff size={20} aria-hidden="true" />
              ) : (
                <IconArchive size={20} aria-hidden="true" />
              )
            }
            onClick={() => (isArchived ? move() : setOpenDialog("archive"))}
          >
            {isArchived ? "Unarchive" : "Archive"}
          </Button>
        </li>
        <li className={styles.way}>
          <KeepOnDevices notebook={notebook} />
        </li>
        <li className={styles.way}>
          <Soft className={styles.words}>Make another member the owner. You stay as an admin.</Soft>
          <Button
            variant="default"
            leftSection={<IconUserShare size={20} aria-hidden="true" />}
            onClick={() => setOpenDialog("transfer")}
          >
            Transfer ownership
          </Button>
        </li>
        <li className={styles.way}>
          <Soft className={styles.words}>Delete it for good, with all that is in it.</Soft>
          <Button
            variant="outline"
            color="red"
            leftSection={<IconTrash size={20} aria-hidden="true" />}
            onClick={() => setOpenDialog("delete")}
          >
            Delete notebook
          </Button>
        </li>
      </List>
      {openDialog === "archive" && (
        <ArchiveQuestion notebook={notebook} onArchive={move} onCancel={() => setOpenDialog(null)} />
      )}
      {openDialog === "transfer" && (
        <TransferNotebook notebook={notebook} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === "delete" && <DeleteNotebook notebook={notebook} onClose={() => setOpenDialog(null)} />}
    </Section>
  );
}
