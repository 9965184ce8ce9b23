import { Button } from "@mantine/core";
import { IconDeviceMobile, IconDeviceMobileOff } from "@tabler/icons-react";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { Soft } from "../../../ui/text.tsx";
import styles from "./manage-notebook.module.css";

/** Lets the owner decide whether the members' devices keep what they have read of the notebook. */
export function KeepOnDevices({ notebook: { _id: diaryId, isKeptOnDevices } }: { notebook: Notebook }) {
  const set = useMutation(api.diaries.setKeptOnDevices);
  const [isSaving, setIsSaving] = useState(false);
  const Icon = isKeptOnDevices ? IconDeviceMobileOff : IconDeviceMobile;

  async function change() {
    setIsSaving(true);
    try {
      await set({ diaryId, isKept: !isKeptOnDevices });
    } catch (error) {
      console.error("the keeping on devices could not be changed", error);
      notifyFailure(getErrorMessage(error, t("info.notKeptChanged")));
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <>
      <Soft className={styles.words}>
        {isKeptOnDevices ? t("info.devicesKeep") : t("info.devicesKeepNot")}
      </Soft>
      <Button
        variant="default"
        loading={isSaving}
        leftSection={<Icon size={20} aria-hidden="true" />}
        onClick={change}
      >
        {isKeptOnDevices ? t("info.keepOnNone") : t("info.keepOnDevices")}
      </Button>
    </>
  );
}
