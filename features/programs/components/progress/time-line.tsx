import type { ActivatedProgramDetail } from "../../../../lib/api.ts";
import { shortDay } from "../../../../lib/dates/zone-day.ts";
import { t } from "../../../../lib/words/t.ts";
import { useAsTable } from "../../../../ui/as-table.tsx";
import { Legend } from "../../../../ui/legend.tsx";
import { Section } from "../../../../ui/section.tsx";
import { Facts } from "../../../../ui/text.tsx";
import { WideTable } from "../../../../ui/wide-table.tsx";
import { describePhaseTask } from "../../client/progress-words.ts";
import { getPartsOfPhase, getTimeLine, type Stretch, type TimeLine } from "../../rules/time-line.ts";
import { findPhaseElement } from "./phase-list.tsx";
import styles from "./time-line.module.css";

type Phase = ActivatedProgramDetail["phases"][number];

type ProgramTimeLineProps = {
  program: ActivatedProgramDetail;
  timeZone: string;
  /** Epoch ms. */
  now: number;
};

/** The phases of a program as bars over time, with their progress; or the same as a table. */
export function ProgramTimeLine({ program, timeZone, now }: ProgramTimeLineProps) {
  const [isTable, tableButton] = useAsTable();
  const line = getTimeLine(program, now, timeZone);
  if (!line) return null;
  const parts = program.phases.map(getPartsOfPhase);
  const has = (part: keyof (typeof parts)[number]) => parts.some((one) => one[part] > 0);
  const entries = [
    ...(has("done")
      ? [
          {
            mark: <i className={`${styles.sample} ${styles.done}`} />,
            label: t("program.part", { part: "done" }),
          },
        ]
      : []),
    ...(has("missed")
      ? [
          {
            mark: <i className={`${styles.sample} ${styles.missed}`} />,
            label: t("program.part", { part: "missed" }),
          },
        ]
      : []),
    ...(has("toCome")
      ? [
          {
            mark: <i className={`${styles.sample} ${styles.toCome}`} />,
            label: t("program.part", { part: "toCome" }),
          },
        ]
      : []),
    ...(line.pauses.length > 0
      ? [
          {
            mark: <i className={`${styles.sample} ${styles.pause}`} />,
            label: t("program.part", { part: "paused" }),
          },
        ]
      : []),
  ];
  return (
    <Section title={t("program.timeLine")} action={tableButton} className={styles.section}>
      {line.pauses.length > 0 && (
        <Facts className={styles.pauses}>
          {line.pauses.map((pause) => (
            <span key={pause.from}>{pauseWords(pause)}</span>
          ))}
        </Facts>
      )}
      {isTable ? (
        <PhaseTable phases={program.phases} />
      ) : (
        <>
          <div className={styles.axis}>
            <span>{shortDay(line.fromDay)}</span>
            <span>{shortDay(line.toDay)}</span>
          </div>
          {line.today !== null && (
            <div className={styles.todayRow} aria-hidden="true">
              <span
                className={styles.todayLabel}
                style={{ insetInlineStart: `clamp(1.5rem, ${line.today}%, 100% - 1.5rem)` }}
              >
                {t("program.today")}
              </span>
            </div>
          )}
          <ol className={styles.phases}>
            {program.phases.map((phase) => (
              <PhaseBar key={phase.phaseId} phase={phase} line={line} />
            ))}
          </ol>
          <Legend entries={entries} />
        </>
      )}
    </Section>
  );
}

function pauseWords({ from, to, isNow }: TimeLine["pauses"][number]): string {
  if (isNow) return t("program.pausedSince", { day: shortDay(from) });
  return from === to
    ? t("program.pausedOn", { day: shortDay(from) })
    : t("program.pausedDays", { start: shortDay(from), end: shortDay(to) });
}

const placed = ({ start, length }: Stretch) => ({ insetInlineStart: `${start}%`, width: `${length}%` });

type PhaseBarProps = { phase: Phase; line: TimeLine };

/** A phase: its name, its days and its result as text, and the same drawn. */
function PhaseBar({ phase, line }: PhaseBarProps) {
  const { done, missed, toCome } = getPartsOfPhase(phase);
  return (
    <li className={styles.row}>
      <a
        href={`#${findPhaseElement(phase.phaseId)}`}
        className={styles.name}
        onClick={(event) => {
          // The place in the page isn't a page of its own: Back leads to the page before.
          event.preventDefault();
          document.getElementById(findPhaseElement(phase.phaseId))?.focus();
        }}
      >
        {phase.position + 1}. {phase.title}
      </a>
      <span className={styles.facts}>
        {phase.totalTasks + phase.cancelledTasks > 0
          ? t("program.daysAndResults", { days: daysWords(phase), results: describePhaseTask(phase) })
          : daysWords(phase)}
      </span>
      <div className={styles.track} aria-hidden="true">
        <div className={styles.bar} style={placed(line.phases.get(phase.phaseId)!)}>
          {done > 0 && <i className={styles.done} style={{ flexGrow: done }} />}
          {missed > 0 && <i className={styles.missed} style={{ flexGrow: missed }} />}
          {toCome > 0 && <i className={styles.toCome} style={{ flexGrow: toCome }} />}
        </div>
        {line.pauses.map((pause) => (
          <div key={pause.from} className={styles.pause} style={placed(pause)} />
        ))}
        {line.today !== null && (
          <div className={styles.today} style={{ insetInlineStart: `${line.today}%` }} />
        )}
      </div>
    </li>
  );
}

const daysWords = ({ startDay, endDay }: Phase) =>
  startDay === endDay
    ? shortDay(startDay)
    : t("program.days", { start: shortDay(startDay), end: shortDay(endDay) });

/** The same as a table. */
function PhaseTable({ phases }: { phases: readonly Phase[] }) {
  return (
    <WideTable caption={t("program.phasesOverTime")}>
      <thead>
        <tr>
          <th scope="col">{t("program.phase")}</th>
          <th scope="col">{t("program.phaseDays")}</th>
          <th scope="col">{t("program.part", { part: "done" })}</th>
          <th scope="col">{t("program.part", { part: "missed" })}</th>
          <th scope="col">{t("program.part", { part: "toCome" })}</th>
        </tr>
      </thead>
      <tbody>
        {phases.map((phase) => {
          const { done, missed, toCome } = getPartsOfPhase(phase);
          return (
            <tr key={phase.phaseId}>
              <th scope="row">
                {phase.position + 1}. {phase.title}
              </th>
              <td>{daysWords(phase)}</td>
              <td>{done}</td>
              <td>{missed}</td>
              <td>{toCome}</td>
            </tr>
          );
        })}
      </tbody>
    </WideTable>
  );
}
