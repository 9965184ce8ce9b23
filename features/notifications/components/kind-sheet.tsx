import { Button, Group, Radio } from "@mantine/core";
import { Modal } from "../../../ui/modal.tsx";
import { Soft } from "../../../ui/text.tsx";
import { KIND_NAMES } from "../client/notification-words.ts";
import { CHANNEL_NAMES, MODE_NAMES } from "../client/reminder-words.ts";
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
    <Modal opened onClose={onClose} title={KIND_NAMES[kind]}>
      <div className={styles.sheet}>
        {notebook !== null && <Soft>In the notebook {notebook || "Unknown Notebook"}</Soft>}
        {channels.map((channel) => {
          const forAll = getMode(rules, { diaryId: null, kind, channel });
          const value = diaryId === null ? forAll : (findChosenHere(channel)?.mode ?? AS_ALL);
          return (
            <Radio.Group
              key={channel}
              label={CHANNEL_NAMES[channel]}
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
                  <Radio value={AS_ALL} label={`As in all notebooks: ${MODE_NAMES[forAll].toLowerCase()}`} />
                )}
                {listModes(kind, channel).map((mode) => (
                  <Radio key={mode} value={mode} label={MODE_NAMES[mode]} />
                ))}
              </div>
            </Radio.Group>
          );
        })}
        <Soft>It is in your notifications here in any case.</Soft>
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </div>
    </Modal>
  );
}
