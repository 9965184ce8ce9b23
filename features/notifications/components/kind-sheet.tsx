import { Button, Group, Radio } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { Modal } from "../../../ui/modal.tsx";
import { Soft } from "../../../ui/text.tsx";
import { KIND_NAMES } from "../client/kind-words.ts";
import { type ChosenRule, getMode, listModes, type Mode, type SentChannel, type SentKind } from "../rules.ts";
import styles from "./settings.module.css";

/** The choice that takes the one for a notebook back. */
const AS_ALL = "as-all";

export type KindSheetProps = {
  kind: SentKind;
  /** Null for all notebooks. */
  diaryId: string | null;
  /** The name of that notebook. */
  notebook: string | null;
  /** The ways that can be chosen. */
  channels: readonly SentChannel[];
  rules: readonly ChosenRule[];
  onChoose: (rule: { diaryId?: string; kind: SentKind; channel: SentChannel; mode: Mode | null }) => void;
  onClose: () => void;
};

/** The choices of one kind for each channel; saved at once. */
export function KindSheet({ kind, diaryId, notebook, channels, rules, onChoose, onClose }: KindSheetProps) {
  const findChosenHere = (channel: SentChannel) =>
    rules.find((rule) => rule.diaryId === diaryId && rule.kind === kind && rule.channel === channel);
  return (
    <Modal opened onClose={onClose} title={t(KIND_NAMES[kind])}>
      <div className={styles.sheet}>
        {notebook !== null && (
          <Soft>{t("reminders.inNotebook", { name: notebook || t("reminders.unknownNotebook") })}</Soft>
        )}
        {channels.map((channel) => {
          const forAll = getMode(rules, { diaryId: null, kind, channel });
          const value = diaryId === null ? forAll : (findChosenHere(channel)?.mode ?? AS_ALL);
          return (
            <Radio.Group
              key={channel}
              label={t("reminders.channel", { channel })}
              value={value}
              onChange={(next) =>
                onChoose({
                  ...(diaryId !== null && { diaryId }),
                  kind,
                  channel,
                  mode: next === AS_ALL ? null : (next as Mode),
                })
              }
            >
              <div className={styles.modes}>
                {diaryId !== null && (
                  <Radio value={AS_ALL} label={t("reminders.asInAll", { mode: forAll })} />
                )}
                {listModes(kind, channel).map((mode) => (
                  <Radio key={mode} value={mode} label={t("reminders.mode", { mode })} />
                ))}
              </div>
            </Radio.Group>
          );
        })}
        <Soft>{t("reminders.inAnyCase")}</Soft>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t("reminders.done")}</Button>
        </Group>
      </div>
    </Modal>
  );
}
