import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { Fold } from "../../../ui/folded.tsx";
import { getDefaults, readSchedule } from "../client/plan-args.ts";
import { type ChangedPlan, isRunning } from "../client/plan-change.ts";
import type { Plan } from "../client/use-plans.ts";
import { WORDS_LENGTH } from "../rules/limits.ts";
import { isScheduled } from "../rules/schedule.ts";
import { DateFields } from "./date-fields.tsx";
import { BookkeepingFields, LimitFields } from "./limit-fields.tsx";
import { AboutFields, type PartProps, ReaderFields } from "./medicine-fields.tsx";
import { MealFields } from "./when-fields.tsx";

type PlanFoldsProps = PartProps & {
  changed: ChangedPlan | null;
  /** The first day in an untouched form. */
  startDay: string;
  plans: readonly Plan[];
  isListEncrypted: boolean;
};

type Part = {
  title: Key;
  /** The fields whose problems open it. */
  fields: string[];
  isFilled: boolean;
  content: ReactNode;
};

/** The parts that most plans don't have. A part that contains something is open, and so is one with a problem. */
export function PlanFolds(props: PlanFoldsProps) {
  const { problems } = props;
  const [asked, setAsked] = useState<Record<string, boolean>>({});
  return listParts(props).map(({ title, fields, isFilled, content }) => (
    <Fold
      key={title}
      title={t(title)}
      isOpen={fields.some((field) => problems[field] !== undefined) || (asked[title] ?? isFilled)}
      onToggle={(isOpen) => setAsked({ ...asked, [title]: isOpen })}
    >
      {content}
    </Fold>
  ));
}

function listParts({ changed, startDay, plans, isListEncrypted, ...part }: PlanFoldsProps): Part[] {
  const { values, problems, onChange } = part;
  const { facts, kind } = values;
  const isBegun = changed !== null && isRunning(changed);
  const isNew = changed === null;
  const parts: (Part | false)[] = [
    {
      title: "planedit.mealsFold",
      fields: ["mealMinutes"],
      isFilled: values.mealRelation !== "none" || (kind !== "freeText" && values.instructions !== ""),
      content: <MealFields {...part} />,
    },
    kind !== "freeText" && {
      title: "planedit.limitsFold",
      fields: ["minGap", "maxCount", "maxAmount", "windowHours", "saidBy"],
      isFilled: [values.minGap, values.maxCount, values.maxAmount, values.saidBy].some(Boolean),
      content: <LimitFields {...part} />,
    },
    {
      title: isBegun ? "planedit.untilFold" : "planedit.daysFold",
      fields: ["firstDay", "lastDay"],
      isFilled: values.lastDay !== "" || values.firstDay !== startDay,
      content: <DateFields {...part} isRunning={isBegun} />,
    },
    isNew && {
      title: "planedit.aboutFold",
      fields: ["form", "route", "prescriber", "notes"],
      isFilled: [facts.form, facts.route, facts.prescriber, facts.notes].some(Boolean),
      content: (
        <AboutFields
          {...{ facts, problems, plans }}
          onChange={(next) => onChange({ ...values, facts: next })}
        />
      ),
    },
    isNew && {
      title: "planedit.readersFold",
      fields: [],
      isFilled: values.visibility !== "team" || values.isEncrypted,
      content: <ReaderFields {...part} isListEncrypted={isListEncrypted} />,
    },
    isScheduled({ kind }) && {
      title: "planedit.bookkeepingFold",
      fields: ["sameDose", "lateAfter", "lateUntil"],
      isFilled: hasOwnBookkeeping(part),
      content: <BookkeepingFields {...part} />,
    },
    !isNew && {
      title: "planedit.whyFold",
      fields: [],
      isFilled: values.reason !== "",
      content: (
        <TextInput
          label={t("planedit.whyChange")}
          maxLength={WORDS_LENGTH}
          value={values.reason}
          onChange={({ currentTarget: { value } }) => onChange({ ...values, reason: value })}
        />
      ),
    },
  ];
  return parts.filter((each) => each !== false);
}

/** Whether the bookkeeping differs from the defaults of the times. */
function hasOwnBookkeeping({ values }: PartProps): boolean {
  const { sameDose, lateAfterMinutes, lateUntilMinutes } = getDefaults(readSchedule(values).schedule);
  const differs = (typed: string | null, minutes: number | null) =>
    typed !== null && typed !== String(minutes ?? "");
  return (
    differs(values.sameDose, sameDose) ||
    differs(values.lateAfter, lateAfterMinutes) ||
    differs(values.lateUntil, lateUntilMinutes)
  );
}
