import { Alert, Button, Group, NativeSelect, PasswordInput, Radio, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Area, Level } from "../../../server/access/scopes.ts";
import { Choices } from "../../../ui/choices.tsx";
import { CopiedText } from "../../../ui/copied-text.tsx";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Soft } from "../../../ui/text.tsx";
import { NotebookChoice } from "../../notebooks/client/public.ts";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import {
  AREA_WORDS,
  DEFAULT_DAYS,
  LIFETIMES,
  READ_ONLY_AREAS,
  scopesOfAreas,
} from "../rules/access-tokens.ts";
import { problemOf } from "./auth-form.tsx";
import styles from "./new-access-token.module.css";

/** What a token may do: everything of a level, or what is chosen for each area. */
type Choice = Level | "areas";
type Levels = Partial<Record<Area, Level>>;

/** Asks what a program may do, and for the password; then shows the token, once. */
export function NewAccessTokenDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [choice, setChoice] = useState<Choice>("read");
  const [levels, setLevels] = useState<Levels>({});
  const [diaryIds, setDiaryIds] = useState<string[] | null>(null);
  const [days, setDays] = useState<number>(DEFAULT_DAYS);
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [token, setToken] = useState<string | null>(null);

  const form = useRef<HTMLFormElement>(null);
  // The first field with an error, once it is marked.
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problem]);

  async function make(event: FormEvent) {
    event.preventDefault();
    setIsBusy(true);
    const scopes = choice === "areas" ? scopesOfAreas(levels) : [choice];
    const body = { name, scopes, notebooks: diaryIds, days, password };
    const { data, problem } = await ask(() =>
      embeddedClient.$fetch<{ token: string }>("/access-token/create", { method: "POST", body }),
    );
    setIsBusy(false);
    setProblem(problem);
    if (data) setToken(data.token);
  }

  if (token !== null)
    return (
      <Modal opened onClose={onClose} title="Your access token">
        <Fields>
          <p>
            The token is shown only now. Put it into the program, and nowhere else: whoever has it reads what
            the program may read.
          </p>
          <CopiedText label="Access token" text={token} />
          <Soft>What programs can call stands under /api/openapi.json of this server.</Soft>
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Fields>
      </Modal>
    );

  return (
    <Modal opened onClose={onClose} title="Make an access token" closable={!isBusy}>
      <Fields as="form" ref={form} onSubmit={make} noValidate>
        <TextInput
          label="Name"
          description="By which you recognise the program."
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problemOf(problem, "name")}
        />
        <Radio.Group
          label="What the program may do"
          value={choice}
          onChange={(value) => setChoice(value as Choice)}
        >
          <Choices>
            <Radio value="read" label="Read" description="All that you see in your notebooks." />
            <Radio value="write" label="Read and change" description="All that you may change there." />
            <Radio value="areas" label="Only some things" />
          </Choices>
        </Radio.Group>
        {choice === "areas" && <AreaFields levels={levels} onChange={setLevels} />}
        <NotebookChoice chosen={diaryIds} onChange={setDiaryIds} />
        <NativeSelect
          label="How long"
          data={LIFETIMES.map(({ days, label }) => ({ value: String(days), label }))}
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={problemOf(problem, "password")}
        />
        {problem?.field === "form" && (
          <Alert color="red" variant="outline" role="alert">
            {problem.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Make the token
          </Button>
        </Group>
      </Fields>
    </Modal>
  );
}

/** What the program may do in each area. */
function AreaFields({ levels, onChange }: { levels: Levels; onChange: (levels: Levels) => void }) {
  return (
    <fieldset className={styles.areas}>
      <legend className="visually-hidden">What it may do with each</legend>
      {(Object.keys(AREA_WORDS) as Area[]).map((area) => (
        <NativeSelect
          key={area}
          label={AREA_WORDS[area]}
          data={[
            { value: "", label: "Nothing" },
            { value: "read", label: "Read" },
            ...(READ_ONLY_AREAS.includes(area) ? [] : [{ value: "write", label: "Read and change" }]),
          ]}
          value={levels[area] ?? ""}
          onChange={(event) => {
            const { [area]: _, ...others } = levels;
            const level = event.currentTarget.value as Level | "";
            onChange(level === "" ? others : { ...others, [area]: level });
          }}
        />
      ))}
    </fieldset>
  );
}
