import { NativeSelect, TextInput } from "@mantine/core";
import { api } from "../../../lib/api.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { NAME_LENGTH } from "../../plans/rules/limits.ts";
import { DOSE_MESSAGES } from "../rules/messages.ts";

/** The chosen giver of a dose: "me", a member's id, the cared-for person, or another person with a name. */
export type GiverText = { who: string; name: string };

/** Who gave a dose; neither is the caller. */
export type Giver = { givenBy?: string | undefined; givenByName?: string | undefined };

const ME = "me";
const THEMSELVES = "themselves";
const OTHER_PERSON = "somebody";

/** The stored name of a person without one in the notebook: in English, because entries are compared with it. */
const nameOfThemselves = (subject: string): string => subject || "The person themselves";

/** The choice for this giver; `subject` is the cared-for person's name. */
export function getGiverText({ givenBy, givenByName }: Giver, subject: string, myId?: string): GiverText {
  if (givenByName === undefined) return { who: givenBy === myId ? ME : (givenBy ?? ME), name: "" };
  return givenByName === nameOfThemselves(subject)
    ? { who: THEMSELVES, name: "" }
    : { who: OTHER_PERSON, name: givenByName };
}

/** The giver, or the problem with the choice. */
export function readGiver({ who, name }: GiverText, subject: string): Giver | { problem: string } {
  if (who === ME) return {};
  if (who === THEMSELVES) return { givenByName: nameOfThemselves(subject) };
  if (who !== OTHER_PERSON) return { givenBy: who };
  return name.trim() === "" ? { problem: writeMessage(DOSE_MESSAGES.giver) } : { givenByName: name.trim() };
}

type GiverFieldProps = {
  diaryId: string;
  subject: string;
  myId: string | undefined;
  value: GiverText;
  /** Who is chosen at first and may have left the notebook. */
  former?: { id: string; name: string | null } | null;
  problem: string | undefined;
  onChange: (value: GiverText) => void;
};

/** Asks who gave a dose. */
export function GiverField({ diaryId, subject, myId, value, former, problem, onChange }: GiverFieldProps) {
  const members = useLiveQuery(api.members.listMembers, { diaryId }) ?? [];
  const others = members
    .filter(({ userId }) => userId !== myId)
    .map(({ userId, user }) => ({ value: userId, label: user.name || t("doserecord.unknownUser") }));
  const isElsewhere =
    former && former.id !== myId && !others.some(({ value: memberId }) => memberId === former.id);
  return (
    <>
      <NativeSelect
        label={t("doserecord.who")}
        value={value.who}
        onChange={(event) => onChange({ ...value, who: event.currentTarget.value })}
        data={[
          { value: ME, label: t("doserecord.me") },
          ...(isElsewhere ? [{ value: former.id, label: former.name ?? t("dosewords.formerMember") }] : []),
          ...others,
          {
            value: THEMSELVES,
            label: subject ? t("doserecord.withoutHelp", { name: subject }) : t("doserecord.themselves"),
          },
          { value: OTHER_PERSON, label: t("doserecord.somebodyElse") },
        ]}
      />
      {value.who === OTHER_PERSON && (
        <TextInput
          label={t("doserecord.theirName")}
          maxLength={NAME_LENGTH}
          value={value.name}
          error={problem}
          onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
        />
      )}
    </>
  );
}
