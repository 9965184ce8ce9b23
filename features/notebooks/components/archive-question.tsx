import { useQuery } from "convex/react";
import { api, type Notebook } from "../../../lib/api.ts";
import { Question } from "../../../ui/question.tsx";

type ArchiveQuestionProps = { notebook: Notebook; onArchive: () => void; onCancel: () => void };

/** Asks for confirmation before archiving a notebook, and lists the other affected members. */
export function ArchiveQuestion({ notebook, onArchive, onCancel }: ArchiveQuestionProps) {
  const members = useQuery(api.members.listMembers, { diaryId: notebook._id }) ?? [];
  const others = members
    .filter(({ role }) => role !== "owner")
    .map(({ user }) => user.name || user.email || "Unknown User");
  return (
    <Question
      opened
      title="Archive this notebook"
      confirm="Archive for everyone"
      destructive={false}
      onConfirm={onArchive}
      onCancel={onCancel}
    >
      <p>
        <strong>{notebook.name}</strong> will be listed under “Archived”
        {others.length > 0 ? `, for you and for ${inWords(others)}.` : "."}
      </p>
      <p>
        Its open tasks and due medicines leave Home and the lists of all notebooks, and its reminders stop.
        You still find them where you choose this notebook.
      </p>
      <p>Nothing is deleted: it can be read and written as before, and you can bring it back.</p>
    </Question>
  );
}

const inWords = (names: string[]): string => new Intl.ListFormat("en", { type: "conjunction" }).format(names);
