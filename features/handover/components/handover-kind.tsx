import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useId } from "react";
import { getFirstWords } from "../../../lib/cut-text.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { MentionField } from "../../../ui/mention-field.tsx";
import type { BodyFieldsProps, NoteKind } from "../../notes/client/public.ts";
import {
  HANDOVER_PART_LENGTH,
  HANDOVER_STATES,
  HANDOVER_TO_LENGTH,
  type HandoverParts,
  type HandoverState,
} from "../../notes/rules/handover.ts";
import { toHandoverText } from "../../notes/rules/handover-words.ts";
import { NOTE_MESSAGES } from "../../notes/rules/messages.ts";
import { showHandedOver } from "../client/unsaved-handover.ts";
import { HandoverReading } from "./handover-reading.tsx";

const SUGGESTED_TITLE_LENGTH = 50;
const EMPTY: HandoverParts = { state: "steady", happened: "", nextSteps: "", watchFor: "", forWhom: "" };
const NOTHING = { body: EMPTY, basis: null };

function Fields({ value, problems, onChange, people = [], onFocus }: BodyFieldsProps<HandoverParts>) {
  const label = useId();
  const set = (change: Partial<HandoverParts>) => onChange({ ...value, ...change });
  const renderField = (part: "happened" | "nextSteps" | "watchFor", name: string, description?: string) => (
    <MentionField
      label={name}
      description={description}
      withAsterisk={part === "happened"}
      minRows={part === "happened" ? 3 : 1}
      maxRows={16}
      maxLength={HANDOVER_PART_LENGTH}
      value={value[part]}
      onChange={(text) => set({ [part]: text })}
      people={people}
      onFocus={onFocus}
      error={part === "happened" ? problems.happened : undefined}
    />
  );
  return (
    <>
      <Stack gap={4}>
        <Text id={label} component="span" fw={500}>
          {t("handovernote.state")}
        </Text>
        <SegmentedControl
          aria-labelledby={label}
          data={HANDOVER_STATES.map((each) => ({
            value: each,
            label: t("handovernote.careState", { state: each }),
          }))}
          value={value.state}
          onChange={(state) => set({ state: state as HandoverState })}
          size="md"
          fullWidth
        />
      </Stack>
      {renderField("happened", t("handovernote.happened"))}
      {renderField("nextSteps", t("handovernote.toDo"), t("handovernote.toDoHint"))}
      {renderField("watchFor", t("handovernote.watchFor"), t("handovernote.watchForHint"))}
    </>
  );
}

const MoreFields = ({ value, onChange, people = [], onFocus, hasPeople }: BodyFieldsProps<HandoverParts>) => (
  <MentionField
    label={t("handovernote.forWhom")}
    description={hasPeople ? t("handovernote.forWhomHint") : undefined}
    minRows={1}
    maxRows={3}
    maxLength={HANDOVER_TO_LENGTH}
    value={value.forWhom}
    onChange={(forWhom) => onChange({ ...value, forWhom })}
    people={people}
    onFocus={onFocus}
  />
);

const trimParts = ({ state, happened, nextSteps, watchFor, forWhom }: HandoverParts): HandoverParts => ({
  state,
  happened: happened.trim(),
  nextSteps: nextSteps.trim(),
  watchFor: watchFor.trim(),
  forWhom: forWhom.trim(),
});

/** The form of a handover note: state, events, next steps, warnings, and recipients. */
export const HANDOVER_KIND: NoteKind<HandoverParts> = {
  type: "handover",
  name: "Handover",
  icon: "Handover",
  failed: { create: NOTE_MESSAGES.createFailed, update: NOTE_MESSAGES.updateFailed },
  own: {
    get heading() {
      return t("handovernote.heading");
    },
    page: "/care/$diaryId/handover",
    showInserted: (store, diaryId, row, body) => showHandedOver(store, diaryId, row, trimParts(body)),
  },
  mayRepeat: false,
  newTitle: () => "",
  titleOf: ({ happened }) => getFirstWords(happened, SUGGESTED_TITLE_LENGTH),
  emptyBody: () => EMPTY,
  useStart: () => NOTHING,
  savedBody: ({ content }) => (content.type === "handover" ? trimParts(content.data) : EMPTY),
  contentOf: (body) => ({ type: "handover", data: trimParts(body) }),
  problemsOf: ({ happened }): Record<string, string> =>
    happened.trim() ? {} : { happened: writeMessage(NOTE_MESSAGES.content) },
  textOf: (body) => toHandoverText(trimParts(body)),
  Fields,
  MoreFields,
  holdsMore: ({ forWhom }) => forWhom !== "",
  Reading: HandoverReading,
};
