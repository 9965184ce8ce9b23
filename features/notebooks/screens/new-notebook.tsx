import { Alert, Button, Select, Stack, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { type FormEvent, useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { countries } from "../../../lib/countries.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { defaultNotebookName, NOTEBOOK_MESSAGES, NOTEBOOK_NAME_LENGTH } from "../rules.ts";
import styles from "./new-notebook.module.css";

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const timeZones = () => [...new Set(["UTC", ownZone(), ...Intl.supportedValuesOf("timeZone")])].sort();

/** `/care/new`: the few things a notebook needs; its name follows from the person's when left blank. */
export function NewNotebookScreen() {
  const navigate = useNavigate();
  const create = useMutation(api.diaries.createDiaryWithPersonInfo);
  const [fullName, setFullName] = useState("");
  const [name, setName] = useState("");
  const [region, setRegion] = useState<string | null>(null);
  const [timeZone, setTimeZone] = useState<string | null>(ownZone);
  const [errors, setErrors] = useState<{ fullName?: string; region?: string; save?: string }>({});
  const [isSaving, setIsSaving] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const regionField = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const missing = {
      fullName: fullName.trim() ? undefined : NOTEBOOK_MESSAGES.fullName,
      region: region ? undefined : NOTEBOOK_MESSAGES.region,
    };
    setErrors(missing);
    if (missing.fullName) return nameField.current?.focus();
    if (!region) return regionField.current?.focus();
    setIsSaving(true);
    try {
      const personInfo = { fullName: fullName.trim() };
      const diaryId = await create({
        name: name.trim() || undefined,
        region,
        personInfo,
        timeZone: timeZone ?? undefined,
      });
      await navigate({ to: "/care/$diaryId", params: { diaryId } });
    } catch (error) {
      console.error("createDiaryWithPersonInfo failed", error);
      setErrors({ save: errorMessage(error, NOTEBOOK_MESSAGES.createFailed) });
      setIsSaving(false);
    }
  }

  return (
    <div className={styles.page}>
      <PageHeader title="Create a Notebook" subtitle="Who is it about? They need no account of their own." />
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            ref={nameField}
            label="Person's full name"
            withAsterisk
            autoComplete="off"
            maxLength={200}
            value={fullName}
            onChange={(event) => setFullName(event.currentTarget.value)}
            error={errors.fullName}
          />
          <TextInput
            label="Notebook name"
            description="Left blank, it takes the person's name."
            placeholder={fullName.trim() ? defaultNotebookName(fullName.trim()) : undefined}
            maxLength={NOTEBOOK_NAME_LENGTH}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            ref={regionField}
            label="Country/region"
            withAsterisk
            searchable
            data={countries()}
            value={region}
            onChange={setRegion}
            error={errors.region}
            nothingFoundMessage="No such country"
          />
          <Select
            label="Time zone"
            description="Days and tasks of this notebook follow it."
            searchable
            allowDeselect={false}
            data={timeZones()}
            value={timeZone}
            onChange={setTimeZone}
            nothingFoundMessage="No such time zone"
          />
          {errors.save && (
            <Alert color="red" variant="outline" title="The notebook was not created">
              {errors.save}
            </Alert>
          )}
          <div className={styles.actions}>
            <Button type="submit" loading={isSaving}>
              Create notebook
            </Button>
            <LinkButton to="/care" variant="default">
              Cancel
            </LinkButton>
          </div>
        </Stack>
      </form>
    </div>
  );
}
