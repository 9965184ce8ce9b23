import { Button } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Webhook } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useFormErrors } from "../../account/client/public.ts";
import { type Choices, findMissingChoice, WEBHOOK_FIELDS } from "../client/choices.ts";
import { ChoiceFields, NameField } from "./form-fields.tsx";
import styles from "./webhooks.module.css";

type EditWebhookProps = { webhook: Webhook; onAddress: () => void; onClose: () => void };

/** Edits a webhook's name, events and notebooks; links to the form of its address. */
export function EditWebhookDialog({ webhook, onAddress, onClose }: EditWebhookProps) {
  const { _id: webhookId, host, notebooks } = webhook;
  const updateWebhook = useMutation(api.webhooks.updateWebhook);
  const [values, setValues] = useState<Choices>({
    name: webhook.name,
    areas: webhook.areas,
    diaryIds: notebooks?.map(({ diaryId }) => diaryId) ?? null,
  });
  const change = (some: Partial<Choices>) => setValues((before) => ({ ...before, ...some }));
  const { form, isBusy, getError, onSubmit } = useFormErrors(t("webhooks.notChanged"), WEBHOOK_FIELDS);

  async function save() {
    const missing = findMissingChoice(values);
    if (missing) return missing;
    await updateWebhook({ webhookId, ...values });
    onClose();
    return null;
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("webhooks.changeTitle", { name: webhook.name })}
      submit={t("webhooks.save")}
      isBusy={isBusy}
      problem={getError("form")}
      ref={form}
      onSubmit={onSubmit(save)}
    >
      <NameField value={values.name} getError={getError} onChange={(name) => change({ name })} />
      <div>
        <p className={styles.label}>{t("webhooks.address")}</p>
        <Soft>{host}</Soft>
        <Button variant="default" px="sm" mt="xs" onClick={onAddress} disabled={isBusy}>
          {t("webhooks.changeAddress")}
        </Button>
      </div>
      <ChoiceFields value={values} getError={getError} onChange={change} />
      <Soft>{t("webhooks.waitingOnes")}</Soft>
    </FormDialog>
  );
}
