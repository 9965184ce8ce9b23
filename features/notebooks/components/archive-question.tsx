import { useQuery } from "convex/react";
import { api, type Notebook } from "../../../lib/api.ts";
import { listInSentence } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { Question } from "../../../ui/question.tsx";
import { Rich } from "../../../ui/rich.tsx";

type ArchiveQuestionProps = { notebook: Notebook; onArchive: () => void; onCancel: () => void };

/** Asks for confirmation before archiving a notebook, and lists the other affected members. */
export function ArchiveQuestion({ notebook, onArchive, onCancel }: ArchiveQuestionProps) {
  const members = useQuery(api.members.listMembers, { diaryId: notebook._id }) ?? [];
  const others = members
    .filter(({ role }) => role !== "owner")
    .map(({ user }) => user.name || user.email || t("info.unknownUser"));
  return (
    <Question
      opened
      title={t("info.archiveTitle")}
      confirm={t("info.archiveConfirm")}
      destructive={false}
      onConfirm={onArchive}
      onCancel={onCancel}
    >
      <p>
        <Rich
          text="info.archiveText"
          values={{
            name: notebook.name,
            hasOthers: String(others.length > 0),
            others: listInSentence(others),
            b: (name) => <strong>{name}</strong>,
          }}
        />
      </p>
      <p>{t("info.archiveStops")}</p>
      <p>{t("info.archiveKeeps")}</p>
    </Question>
  );
}
