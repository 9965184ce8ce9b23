import { Button } from "@mantine/core";
import { IconDeviceMobile, IconDeviceMobileOff } from "@tabler/icons-react";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
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
      notifyFailure(getErrorMessage(error, "It couldn't be changed. Please try again."));
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <>
      <Soft className={styles.words}>
        {isKeptOnDevices
          ? "The members' devices keep what was read on them, for times without a connection."
          : "The members' devices keep nothing of it. Without a connection it can't be read; what is written then still waits and is sent later."}
      </Soft>
      <Button
        variant="default"
        loading={isSaving}
        leftSection={<Icon size={20} aria-hidden="true" />}
        onClick={change}
      >
        {isKeptOnDevices ? "Keep it on no device" : "Keep it on devices"}
      </Button>
    </>
  );
}
