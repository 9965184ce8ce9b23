import { NativeSelect, TextInput } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type ReminderTarget } from "../../../lib/api.ts";
import { nameDevice } from "../../../lib/device-name.ts";
import { t } from "../../../lib/words/t.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useSubmit } from "../../../ui/use-submit.ts";
import { useReminderSettings } from "../client/use-reminder-settings.ts";
import { DETAILS, type Detail, TARGET_LABEL_LENGTH } from "../rules.ts";
import { LockScreenPreview } from "./lock-screen-preview.tsx";

const AS_ALL = "";

/** Renames a device, and chooses what its lock screen shows. */
export function DeviceDialog({ target, onClose }: { target: ReminderTarget; onClose: () => void }) {
  const change = useMutation(api.notifications.changeTarget);
  const [label, setLabel] = useState(nameDevice(target.label));
  const [detail, setDetail] = useState<string>(target.detail ?? AS_ALL);
  const { settings } = useReminderSettings();
  const shown = detail === AS_ALL ? settings?.lockScreen : (detail as Detail);
  const { isBusy, problem, onSubmit } = useSubmit(t("devices.notSaved"));

  async function save() {
    await change({ deviceId: target._id, label, detail: detail === AS_ALL ? null : (detail as Detail) });
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={nameDevice(target.label)}
      submit={t("devices.save")}
      isBusy={isBusy}
      problem={problem}
      onSubmit={onSubmit(save)}
    >
      <TextInput
        label={t("devices.name")}
        value={label}
        maxLength={TARGET_LABEL_LENGTH}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <NativeSelect
        label={t("devices.whileLocked")}
        value={detail}
        onChange={(event) => setDetail(event.currentTarget.value)}
        data={[
          { value: AS_ALL, label: t("devices.asAll") },
          ...DETAILS.map((each) => ({ value: each, label: t("devices.detail", { detail: each }) })),
        ]}
      />
      {shown && <LockScreenPreview detail={shown} />}
    </FormDialog>
  );
}
