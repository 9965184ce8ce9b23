import { IconCheck, IconMinus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { shorten } from "../../../lib/cut-text.ts";
import { formatExactTime, formatShortDate, formatShortMoment } from "../../../lib/dates/time.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { ADMIN_MESSAGES } from "../rules.ts";
import type { UserRow } from "../schema.ts";
import styles from "./cells.module.css";

/** Texts longer than this many characters are collapsed. */
const FOLD_AT = 160;

export type Tone = "green" | "teal" | "amber" | "red" | "grey";

/** A badge; its colour only repeats its text. */
export function Mark({ tone = "grey", children }: { tone?: Tone; children: string }) {
  return (
    <span className={styles.mark} data-tone={tone}>
      {children}
    </span>
  );
}

/** Several badges in a row. */
export const Marks = ({ children }: { children: ReactNode }) => (
  <span className={styles.marks}>{children}</span>
);

/** An empty cell. */
export function None({ word = t("admincells.none") }: { word?: string }) {
  return (
    <span className={styles.soft}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{word}</span>
    </span>
  );
}

/** Replaces text that administrators mustn't read. */
export const Hidden = () => <em className={styles.soft}>{writeMessage(ADMIN_MESSAGES.hidden)}</em>;

/** A placeholder for a missing value. */
export const Fallback = ({ children }: { children: string }) => (
  <span className={styles.soft}>{children}</span>
);

/** A name, or a placeholder when it is missing. */
export const named = (name: string | null | undefined, fallback = t("admincells.unknown")) =>
  name?.trim() || <Fallback>{fallback}</Fallback>;

export const notebook = ({ diaryName }: { diaryName: string | null }) =>
  named(diaryName, t("admincells.unknownNotebook"));

/** Text of a row that may be hidden; null when it is. */
export function hideable(
  { isHidden }: { isHidden: boolean },
  words: string | null,
  fallback = t("admincells.untitled"),
) {
  return isHidden && words === null ? (
    <Hidden />
  ) : words?.trim() ? (
    <Words>{words}</Words>
  ) : (
    named("", fallback)
  );
}

/** A text of any length; a long one is collapsed. */
export function Words({ children }: { children: string }) {
  const [isOpen, setIsOpen] = useState(false);
  if ([...children].length <= FOLD_AT + 20) return <span className={styles.words}>{children}</span>;
  return (
    <>
      <span className={styles.words}>{isOpen ? children : shorten(children, FOLD_AT)}</span>
      <button
        type="button"
        className={styles.unfold}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t("admincells.unfold", { isOpen: String(isOpen) })}
      </button>
    </>
  );
}

/** A text, or a dash without one. */
export const words = (text: string | null) => (text?.trim() ? <Words>{text}</Words> : <None />);

/** An id or a technical name. */
export const Code = ({ children }: { children: ReactNode }) => (
  <code className={styles.code}>{children}</code>
);

/** A day; the exact time on hover. */
export const day = (at: number | null, without = <None />) =>
  at === null ? (
    without
  ) : (
    <span className={styles.line}>
      <RelativeTime at={at}>{formatShortDate(at)}</RelativeTime>
    </span>
  );

/** Day and time, each on one line. */
export function moment(at: number | null, without: ReactNode = <None />): ReactNode {
  if (at === null) return without;
  const [date, time] = formatShortMoment(at).split(/, (?=\d+:)/);
  return (
    <time dateTime={new Date(at).toISOString()} title={formatExactTime(at)}>
      <span className={styles.line}>{date},</span> <span className={styles.line}>{time}</span>
    </time>
  );
}

export const created = ({ _creationTime }: { _creationTime: number }) => moment(_creationTime);

/** A name of the data as words: `in_progress` as "in progress". */
export const plain = (name: string): string => name.replaceAll("_", " ");

const STATUS_TONES: Readonly<Record<string, Tone>> = {
  active: "green",
  completed: "green",
  accepted: "green",
  pending: "amber",
  paused: "amber",
  in_progress: "teal",
  upcoming: "teal",
  declined: "red",
};

/** The badge of a status. */
export const status = (name: string) => <Mark tone={STATUS_TONES[name] ?? "grey"}>{plain(name)}</Mark>;

/** The badge "ACTIVE", or `otherwise`. */
export const activity = (isActive: boolean, otherwise = t("admincells.inactive")) => (
  <Mark tone={isActive ? "green" : "grey"}>{isActive ? t("admincells.active") : otherwise}</Mark>
);

/** The badge of a visibility: red for private, teal for the team, green for everyone (workspace 3). */
export const visibility = (name: string) => (
  <Mark tone={name === "private" ? "red" : name === "team" ? "teal" : "green"}>{name}</Mark>
);

/** Yes or no, with an icon so that colour isn't the only difference. */
export function YesNo({ is, yes, no }: { is: boolean; yes: string; no: string }) {
  const Sign = is ? IconCheck : IconMinus;
  return (
    <span className={is ? styles.yes : styles.no}>
      <Sign size={18} aria-hidden="true" /> {is ? yes : no}
    </span>
  );
}

/** A percentage as a bar with its number. */
export function Bar({ percent, label }: { percent: number; label: string }) {
  return (
    <span className={styles.bar}>
      <progress max={100} value={percent} aria-label={label} />
      <span>{t("admincells.percent", { percentage: Math.round(percent) })}</span>
    </span>
  );
}

/** A text with a day, such as "Paused until Mar 5, 2025", with the exact time on hover. */
export const dated = (text: Key, at: number | null) =>
  at === null ? null : (
    <span className={styles.dated}>
      <Rich
        text={text}
        values={{ day: formatShortDate(at), time: (day) => <time title={formatExactTime(at)}>{day}</time> }}
      />
    </span>
  );

type Rank = Pick<UserRow, "isAdmin" | "isSuperAdmin"> & { isClosed?: boolean };

/** A person's platform role. */
export function rank({ isAdmin, isSuperAdmin, isClosed }: Rank) {
  if (isClosed) return <Mark tone="amber">{t("admincells.closed")}</Mark>;
  if (isSuperAdmin) return <Mark tone="teal">{t("admincells.superAdmin")}</Mark>;
  return isAdmin ? <Mark tone="green">{t("admincells.admin")}</Mark> : <Mark>{t("admincells.user")}</Mark>;
}
