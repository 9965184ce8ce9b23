import { Switch } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";

/** Lets the owner and admins decide whether caregivers write plans too; nothing for others. */
export function EditorsSwitch({ notebook }: { notebook: Notebook }) {
  const set = useMutation(api.plans.setCaregiversEdit);
  /** The choice that is on its way. */
  const [sent, setSent] = useState<boolean | null>(null);
  if (!notebook.permissions.includes("plans.chooseEditors")) return null;
  async function change(isAllowed: boolean) {
    setSent(isAllowed);
    try {
      await set({ diaryId: notebook._id, isAllowed });
    } catch (error) {
      notifyFailure(`${getErrorMessage(error, t("plans.editorsNotSet"))}.`);
    }
    setSent(null);
  }
  return (
    <Switch
      className="no-print"
      label={t("plans.editors")}
      description={t("plans.editorsText")}
      checked={sent ?? notebook.caregiversEditPlans}
      onChange={({ currentTarget: { checked } }) => void change(checked)}
    />
  );
}
