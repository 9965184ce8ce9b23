import { Button, Group, NativeSelect, Radio, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Area, Level } from "../../../server/access/scopes.ts";
import { Choices } from "../../../ui/choices.tsx";
import { CopiedText } from "../../../ui/copied-text.tsx";
import { Fields } from "../../../ui/fields.tsx";
import { FormEnd } from "../../../ui/form-end.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Soft } from "../../../ui/text.tsx";
import { NotebookChoice } from "../../notebooks/client/public.ts";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import type { Returned } from "../client/kept-form.ts";
import type { Proving } from "../client/proving.ts";
import { useProof } from "../client/use-proof.ts";
import { AREA_WORDS, DEFAULT_DAYS, getLifetimes, READ_ONLY_AREAS, toScopes } from "../rules/access-tokens.ts";
import { getProblem } from "./auth-form.tsx";
import styles from "./new-access-token.module.css";
import { describeProof, ProofField } from "./proof-field.tsx";

/** A token's rights: everything of a level, or a choice for each area. */
type Choice = Level | "areas";
type Levels = Partial<Record<Area, Level>>;

/** The values of the form. */
type Values = {
  name: string;
  choice: Choice;
  levels: Levels;
  diaryIds: string[] | null;
  days: number;
};

type NewAccessTokenProps = {
  proving: Proving;
  /** The form's values from before the user left to sign in again. */
  returned: Returned | null;
  onClose: () => void;
};

/** Asks for a program's rights and for a re-authentication; then shows the token, once. */
export function NewAccessTokenDialog({ proving, returned, onClose }: NewAccessTokenProps) {
  const kept = returned?.form?.values as Values | undefined;
  const [name, setName] = useState(kept?.name ?? "");
  const [choice, setChoice] = useState<Choice>(kept?.choice ?? "read");
  const [levels, setLevels] = useState<Levels>(kept?.levels ?? {});
  const [diaryIds, setDiaryIds] = useState<string[] | null>(kept?.diaryIds ?? null);
  const [days, setDays] = useState<number>(kept?.days ?? DEFAULT_DAYS);
  const proof = useProof(proving, returned?.outcome ?? null);
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [token, setToken] = useState<string | null>(null);

  const form = useRef<HTMLFormElement>(null);
  // The first field with an error, once it is marked.
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problem]);

  /** Errors to show before asking for re-authentication. */
  function missing(): AuthProblem | null {
    if (name.trim() !== "") return null;
    return { field: "name", message: "Enter a name of at most 100 characters.", code: "INVALID_NAME" };
  }

  async function make(): Promise<AuthProblem | null> {
    const values: Values = { name, choice, levels, diaryIds, days };
    const proven = await proof.prove({ form: "token", values });
    if ("message" in proven)
      return { field: proven.isPassword ? "password" : "form", message: proven.message, code: "UNPROVEN" };
    const scopes = choice === "areas" ? toScopes(levels) : [choice];
    const body = { name, scopes, notebooks: diaryIds, days, proof: proven.proof };
    const headers = proving.by === "issuer" ? await proving.headers() : {};
    const { data, problem } = await ask(() =>
      embeddedClient.$fetch<{ token: string }>("/access-token/create", { method: "POST", headers, body }),
    );
    if (data) setToken(data.token);
    return problem;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setIsBusy(true);
    const found = missing() ?? (await make());
    setIsBusy(false);
    setProblem(found);
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
      <Fields as="form" ref={form} onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          description="By which you recognise the program."
          maxLength={100}
          data-autofocus={!kept || undefined}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={getProblem(problem, "name")}
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
          data={getLifetimes(proving.by).map(({ days, label }) => ({ value: String(days), label }))}
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
        <ProofField proof={proof} error={getProblem(problem, "password")} />
        <FormEnd
          submit={describeProof(proof, "Make the token")}
          isBusy={isBusy}
          isSubmitFirst={Boolean(kept)}
          problem={getProblem(problem, "form")}
          onCancel={onClose}
        />
      </Fields>
    </Modal>
  );
}

/** The program's rights in each area. */
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
