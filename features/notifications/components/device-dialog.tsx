import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useMutation } from "convex/react";
import { type FormEvent, useState } from "react";
import { api, type ReminderTarget } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Problem } from "../../../ui/text.tsx";
import { DETAIL_NAMES } from "../client/reminder-words.ts";
import { useReminderSettings } from "../client/use-reminder-settings.ts";
import { DETAILS, type Detail, TARGET_LABEL_LENGTH } from "../rules.ts";
import { LockScreenPreview } from "./lock-screen-preview.tsx";

const AS_ALL = "";

/** Renames a device, and chooses what its lock screen shows. */
export function DeviceDialog({ target, onClose }: { target: ReminderTarget; onClose: () => void }) {
  const change = useMutation(api.notifications.changeTarget);
  const [label, setLabel] = useState(target.label);
  const [detail, setDetail] = useState<string>(target.detail ?? AS_ALL);
  const { settings } = useReminderSettings();
  const shown = detail === AS_ALL ? settings?.lockScreen : (detail as Detail);
  const [problem, setProblem] = useState("");

  async function save(event: FormEvent) {
    event.preventDefault();
    try {
      await change({ deviceId: target._id, label, detail: detail === AS_ALL ? null : (detail as Detail) });
      onClose();
    } catch (error) {
      setProblem(getErrorMessage(error, "This could not be saved"));
    }
  }

  return (
    <Modal opened onClose={onClose} title={target.label}>
      <Fields as="form" onSubmit={save}>
        <TextInput
          label="Name"
          value={label}
          maxLength={TARGET_LABEL_LENGTH}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <NativeSelect
          label="What it shows while it is locked"
          value={detail}
          onChange={(event) => setDetail(event.currentTarget.value)}
          data={[
            { value: AS_ALL, label: "As all devices" },
            ...DETAILS.map((each) => ({ value: each, label: DETAIL_NAMES[each] })),
          ]}
        />
        {shown && <LockScreenPreview detail={shown} />}
        {problem && <Problem>{problem}</Problem>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save</Button>
        </Group>
      </Fields>
    </Modal>
  );
}
