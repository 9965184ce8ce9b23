import { useRef } from "react";
import type { Member } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Question } from "../../../ui/question.tsx";
import { getRoleRights } from "../../notebooks/rules/role-rights.ts";
import { getRoleName } from "../../notebooks/rules/roles.ts";
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
      title: t("members.leaveTitle"),
      confirm: t("members.leave"),
      text: t("members.leaveText"),
    };
  }
  const name = getMemberName(asked.member);
  switch (asked.kind) {
    case "remove":
      return {
        title: t("members.removeTitle"),
        confirm: t("members.remove"),
        text: t("members.removeText", { name }),
      };
    case "role":
      return {
        title: t("members.roleTitle", { name, role: getRoleName(asked.role) }),
        confirm: t("members.roleConfirm", { role: getRoleName(asked.role) }),
        text: t("members.roleText", {
          name,
          rights: getRoleRights(asked.role),
          isClinician: String(asked.role === "clinician"),
        }),
      };
    case "owner":
      return {
        title: t("members.ownerTitle"),
        confirm: t("members.ownerConfirm"),
        text: t("members.ownerText", { name }),
      };
  }
}
