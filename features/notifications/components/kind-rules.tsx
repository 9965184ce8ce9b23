import { NativeSelect } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import type { NotebookSummary, ReminderTarget } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { List } from "../../../ui/list.tsx";
import { Section } from "../../../ui/section.tsx";
import { formatWays, KIND_NAMES } from "../client/kind-words.ts";
import {
  type Channel,
  type ChosenRule,
  KINDS_WITHOUT_NOTEBOOK,
  listModes,
  SENT_CHANNELS,
  SENT_KINDS,
  type SentKind,
} from "../rules.ts";
import { KindSheet, type KindSheetProps } from "./kind-sheet.tsx";
import styles from "./settings.module.css";

/** The order of channels in the texts. */
const ORDER: readonly Channel[] = ["push", "mail", "ntfy", "webhook"];

/** The choice of all notebooks. */
const ALL = "";

type KindRulesProps = {
  /** What the reader chose otherwise than the defaults. */
  rules: readonly ChosenRule[];
  onChoose: KindSheetProps["onChoose"];
  targets: readonly Pick<ReminderTarget, "channel">[];
  notebooks: readonly Pick<NotebookSummary, "_id" | "name" | "isArchived">[];
};

/** The channels of each kind of notification: a row per kind, for all notebooks or for one. */
export function KindRules({ rules, onChoose, targets, notebooks: all }: KindRulesProps) {
  const notebooks = all.filter(({ isArchived }) => !isArchived);
  const [place, setPlace] = useState(ALL);
  const [open, setOpen] = useState<SentKind | null>(null);
  const diaryId = place === ALL ? null : place;
  // Users without a topic or a webhook aren't shown these channels.
  const has = (channel: Channel) => targets.some((target) => target.channel === channel);
  const channels = SENT_CHANNELS.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).filter(
    (channel) => (channel !== "ntfy" && channel !== "webhook") || has(channel),
  );
  const kinds = SENT_KINDS.filter((kind) => diaryId === null || !KINDS_WITHOUT_NOTEBOOK.includes(kind));

  return (
    <Card as={Section} size="part" title={t("reminders.ofWhat")}>
      {notebooks.length > 1 && (
        <NativeSelect
          label={t("reminders.notebook")}
          description={t("reminders.mayDiffer")}
          value={place}
          onChange={(event) => setPlace(event.currentTarget.value)}
          data={[
            { value: ALL, label: t("reminders.allNotebooks") },
            ...notebooks.map(({ _id, name }) => ({
              value: _id,
              label: name || t("reminders.unknownNotebook"),
            })),
          ]}
        />
      )}
      <List isRuled gap="none" className={styles.rows}>
        {kinds.map((kind) => {
          const offered = channels.filter((channel) => listModes(kind, channel).length > 1);
          const words = (
            <span className={styles.words}>
              <span className={styles.name}>{t(KIND_NAMES[kind])}</span>{" "}
              <span className={styles.soft}>{formatWays(rules, { diaryId, kind }, offered)}</span>
            </span>
          );
          if (kind === "security")
            return (
              <li key={kind}>
                <div className={styles.row}>
                  <span className={styles.words}>
                    <span className={styles.name}>{t(KIND_NAMES[kind])}</span>{" "}
                    <span className={styles.soft}>{t("reminders.securityWays")}</span>
                  </span>
                </div>
              </li>
            );
          return (
            <li key={kind}>
              <button type="button" className={styles.row} onClick={() => setOpen(kind)}>
                {words}
                <IconChevronRight size={20} aria-hidden="true" />
              </button>
            </li>
          );
        })}
      </List>
      {open && (
        <KindSheet
          kind={open}
          diaryId={diaryId}
          notebook={notebooks.find(({ _id }) => _id === diaryId)?.name ?? null}
          channels={channels.filter((channel) => listModes(open, channel).length > 1)}
          rules={rules}
          onChoose={onChoose}
          onClose={() => setOpen(null)}
        />
      )}
    </Card>
  );
}
