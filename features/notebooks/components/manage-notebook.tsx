import { Button } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconTrash, IconUserShare } from "@tabler/icons-react";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
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
      notifySuccess(isArchived ? t("info.unarchived") : t("info.archived"));
    } catch (error) {
      console.error("archiving failed", error);
      notifyFailure(getErrorMessage(error, isArchived ? t("info.notUnarchived") : t("info.notArchived")));
    } finally {
      setIsMoving(false);
    }
  }

  return (
    <Section title={t("info.manage")} className={`${styles.section} no-print`}>
      <NeedsConnection what={t("info.eachOfThese")} />
      <List gap="lg">
        <li className={styles.way}>
          <Soft className={styles.words}>{isArchived ? t("info.isArchived") : t("info.archiveHint")}</Soft>
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
            {isArchived ? t("info.unarchive") : t("info.archive")}
          </Button>
        </li>
        <li className={styles.way}>
          <KeepOnDevices notebook={notebook} />
        </li>
        <li className={styles.way}>
          <Soft className={styles.words}>{t("info.transferHint")}</Soft>
          <Button
            variant="default"
            leftSection={<IconUserShare size={20} aria-hidden="true" />}
            onClick={() => setOpenDialog("transfer")}
          >
            {t("info.transfer")}
          </Button>
        </li>
        <li className={styles.way}>
          <Soft className={styles.words}>{t("info.deleteHint")}</Soft>
          <Button
            variant="outline"
            color="red"
            leftSection={<IconTrash size={20} aria-hidden="true" />}
            onClick={() => setOpenDialog("delete")}
          >
            {t("info.delete")}
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
