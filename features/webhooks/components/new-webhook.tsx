import { Button, Checkbox, Group, Radio, TextInput } from "@mantine/core";
import { useAction } from "convex/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { errorMessage, refusedArgument } from "../../../lib/error-message.ts";
import { Choices } from "../../../ui/choices.tsx";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Problem } from "../../../ui/text.tsx";
import {
  ProofField,
  type Proving,
  proofLabel,
  type Returned,
  useProof,
} from "../../account/client/public.ts";
import { NotebookChoice } from "../../notebooks/client/public.ts";
import { AREA_CHOICES } from "../client/webhook-words.ts";
import { WEBHOOK_MESSAGES, type WebhookArea } from "../rules.ts";
import { Secret } from "./secret.tsx";

type Field = "name" | "hookUrl" | "areas" | "diaryIds" | "password" | "form";
type Trouble = { field: Field; message: string };

const FIELDS: readonly Field[] = ["name", "hookUrl", "areas", "diaryIds"];

/** What a person fills in. */
type Values = {
  name: string;
  hookUrl: string;
  isEverything: boolean;
  areas: WebhookArea[];
  diaryIds: string[] | null;
};

type NewWebhookProps = {
  proving: Proving;
  /** What was filled in before the person left to sign in again. */
  returned: Returned | null;
  onClose: () => void;
};

/** Asks where and of what a program is told, and for a proof; then shows the secret, once. */
export function NewWebhookDialog({ proving, returned, onClose }: NewWebhookProps) {
  const createWebhook = useAction(api.webhooks.createWebhook);
  const kept = returned?.form?.values as Values | undefined;
  const [name, setName] = useState(kept?.name ?? "");
  const [hookUrl, setHookUrl] = useState(kept?.hookUrl ?? "");
  const [isEverything, setIsEverything] = useState(kept?.isEverything ?? true);
  const [areas, setAreas] = useState<WebhookArea[]>(kept?.areas ?? []);
  const [diaryIds, setDiaryIds] = useState<string[] | null>(kept?.diaryIds ?? null);
  const proof = useProof(proving, returned?.outcome ?? null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const errorOf = (field: Field) => (trouble?.field === field ? trouble.message : undefined);

  const form = useRef<HTMLFormElement>(null);
  // The first field with an error, once it is marked.
  useEffect(() => {
    if (trouble) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [trouble]);

  /** What isn't worth asking the server for; the password is asked for last. */
  function missing(): Trouble | null {
    if (name.trim() === "") return { field: "name", message: WEBHOOK_MESSAGES.name };
    if (!isEverything && areas.length === 0) return { field: "areas", message: WEBHOOK_MESSAGES.areas };
    if (diaryIds?.length === 0) return { field: "diaryIds", message: WEBHOOK_MESSAGES.notebooks };
    return null;
  }

  async function make(): Promise<Trouble | null> {
    const values: Values = { name, hookUrl, isEverything, areas, diaryIds };
    const proven = await proof.prove({ form: "webhook", values });
    if ("message" in proven)
      return { field: proven.isPassword ? "password" : "form", message: proven.message };
    try {
      const made = await createWebhook({
        name,
        hookUrl,
        areas: isEverything ? null : areas,
        diaryIds,
        proof: proven.proof,
      });
      setSecret(made.secret);
      return null;
    } catch (error) {
      const path = refusedArgument(error);
      const field = FIELDS.find((each) => each === path) ?? "form";
      return { field, message: errorMessage(error, "The webhook could not be made") };
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setIsBusy(true);
    const found = missing() ?? (await make());
    setIsBusy(false);
    setTrouble(found);
  }

  if (secret !== null)
    return (
      <Modal opened onClose={onClose} title="The secret of your webhook">
        <Secret secret={secret} onClose={onClose} />
      </Modal>
    );

  return (
    <Modal opened onClose={onClose} title="Make a webhook" closable={!isBusy}>
      <Fields as="form" ref={form} onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          description="By which you recognise the program."
          maxLength={100}
          data-autofocus={!kept || undefined}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={errorOf("name")}
        />
        <TextInput
          label="Address"
          description="Where the program takes messages."
          placeholder="https://"
          type="url"
          maxLength={1000}
          value={hookUrl}
          onChange={(event) => setHookUrl(event.currentTarget.value)}
          error={errorOf("hookUrl")}
        />
        <Radio.Group
          label="Of what it is told"
          value={isEverything ? "all" : "some"}
          onChange={(value) => setIsEverything(value === "all")}
        >
          <Choices>
            <Radio value="all" label="All changes that you see" />
            <Radio value="some" label="Only some things" />
          </Choices>
        </Radio.Group>
        {!isEverything && (
          <Checkbox.Group
            label="Which things"
            value={areas}
            onChange={(values) => setAreas(values as WebhookArea[])}
            error={errorOf("areas")}
          >
            <Choices>
              {AREA_CHOICES.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Choices>
          </Checkbox.Group>
        )}
        <NotebookChoice chosen={diaryIds} error={errorOf("diaryIds")} onChange={setDiaryIds} />
        <ProofField proof={proof} error={errorOf("password")} />
        {trouble?.field === "form" && <Problem>{trouble.message}</Problem>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} data-autofocus={Boolean(kept) || undefined}>
            {proofLabel(proof, "Make the webhook")}
          </Button>
        </Group>
      </Fields>
    </Modal>
  );
}
