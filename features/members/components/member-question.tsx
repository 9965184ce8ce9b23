import { useRef } from "react";
import type { Member } from "../../../lib/api.ts";
import { Question } from "../../../ui/question.tsx";
import { LEAVING } from "../../notebooks/rules/leaving.ts";
import { ROLE_LABELS, ROLE_RIGHTS } from "../../notebooks/rules/roles.ts";
import { getMemberName } from "../client/membership-news.ts";
import type { AssignableRole } from "../rules.ts";

export type Asked =
  | { kind: "remove"; member: Member }
  | { kind: "role"; member: Member; role: AssignableRole }
  | { kind: "owner"; member: Member }
  | { kind: "leave" };

type MemberQuestionProps = {
  asked: Asked | null;
  onCancel: () => void;
  onConfirm: (question: Asked) => void;
};

/** Asks for confirmation before removing a member, reducing their rights, transferring ownership, or leaving. */
export function MemberQuestion({ asked, onCancel, onConfirm }: MemberQuestionProps) {
  // Keeps the text while the dialog fades out.
  const latest = useRef<Asked>({ kind: "leave" });
  if (asked) latest.current = asked;
  const { title, confirm, text } = describeQuestion(latest.current);
  return (
    <Question
      opened={asked !== null}
      title={title}
      confirm={confirm}
      onCancel={onCancel}
      onConfirm={() => asked && onConfirm(asked)}
    >
      <p>{text}</p>
    </Question>
  );
}

function describeQuestion(asked: Asked): { title: string; confirm: string; text: string } {
  if (asked.kind === "leave") {
    return {
      title: "Leave notebook",
      confirm: "Leave",
      text: `Are you sure you want to leave this notebook? ${LEAVING}`,
    };
  }
  const name = getMemberName(asked.member);
  switch (asked.kind) {
    case "remove":
      return {
        title: "Remove member",
        confirm: "Remove",
        text: `Are you sure you want to remove ${name} from this notebook?`,
      };
    case "role":
      return {
        title: `Make ${name} ${ROLE_LABELS[asked.role]}`,
        confirm: `Make ${ROLE_LABELS[asked.role]}`,
        text: `${name} will only be able to ${ROLE_RIGHTS[asked.role]}.${
          asked.role === "clinician" ? " Their open tasks become unassigned." : ""
        } That holds at once.`,
      };
    case "owner":
      return {
        title: "Hand the notebook over",
        confirm: "Hand over",
        text: `${name} becomes the owner of this notebook and you become an admin. Only ${name} can give it back.`,
      };
  }
}
