import { Badge } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ActivatedProgram } from "../../../../lib/api.ts";
import { t } from "../../../../lib/words/t.ts";
import { Card } from "../../../../ui/card.tsx";
import { Facts } from "../../../../ui/text.tsx";
import { describeLate, describePhase, describeState, describeTask } from "../../client/progress-words.ts";
import cards from "./cards.module.css";
import { ProgressBar } from "./progress-bar.tsx";

type ProgramCardProps = {
  program: ActivatedProgram;
  /** The notebook's id as used in URLs. */
  diaryId: string;
  timeZone: string;
  /** The heading's level: one below the list's. */
  level: 2 | 3;
  /** Names where it belongs, in lists where that isn't clear. */
  note?: string | null;
};

/** A card of an activated program: its live progress, and the link to it. */
export function ProgramCard({ program, diaryId, timeZone, level, note }: ProgramCardProps) {
  const Heading = level === 2 ? "h2" : "h3";
  const phase = describePhase(program);
  const state = describeState(program, timeZone);
  return (
    <Card isLink className={cards.card}>
      <div className={cards.head}>
        <Heading className={cards.title}>
          <Link
            to="/care/$diaryId/programs/$diaryProgramId"
            params={{ diaryId, diaryProgramId: program._id }}
          >
            {program.programName}
          </Link>
        </Heading>
        <Badge variant="light" leftSection={<IconCircleCheck size={16} aria-hidden="true" />}>
          {t("programs.activated")}
        </Badge>
        {state && (
          <Badge variant="light" color={program.status === "paused" ? "yellow" : "gray"}>
            {state}
          </Badge>
        )}
      </div>
      <ProgressBar
        label={t("programs.progressOf", { name: program.programName })}
        percentage={program.percentage}
        text={t("programs.progress", {
          percentage: program.percentage,
          done: program.completedTasks,
          count: program.totalTasks,
        })}
      />
      <Facts className={cards.meta}>
        {phase && <strong>{phase}</strong>}
        <strong>{t("programs.percent", { percentage: program.percentage })}</strong>
        <span>{describeTask(program)}</span>
        {describeLate(program).map((words) => (
          <span key={words} className={cards.overdue}>
            {words}
          </span>
        ))}
        {note && <span>{note}</span>}
      </Facts>
    </Card>
  );
}
