import { Button, Group, NativeSelect, Radio, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { t } from "../../../lib/words/t.ts";
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
    return { field: "name", message: t("tokens.nameMissing"), code: "INVALID_NAME" };
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
      <Modal opened onClose={onClose} title={t("tokens.made")}>
        <Fields>
          <p>{t("tokens.shownOnce")}</p>
          <CopiedText label={t("tokens.token")} text={token} />
          <Soft>{t("tokens.calls")}</Soft>
          <Group justify="flex-end">
            <Button onClick={onClose}>{t("tokens.done")}</Button>
          </Group>
        </Fields>
      </Modal>
    );

  return (
    <Modal opened onClose={onClose} title={t("tokens.title")} closable={!isBusy}>
      <Fields as="form" ref={form} onSubmit={submit} noValidate>
        <TextInput
          label={t("tokens.name")}
          description={t("tokens.nameHelp")}
          maxLength={100}
          data-autofocus={!kept || undefined}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={getProblem(problem, "name")}
        />
        <Radio.Group
          label={t("tokens.rights")}
          value={choice}
          onChange={(value) => setChoice(value as Choice)}
        >
          <Choices>
            <Radio value="read" label={t("tokens.read")} description={t("tokens.readHelp")} />
            <Radio value="write" label={t("tokens.write")} description={t("tokens.writeHelp")} />
            <Radio value="areas" label={t("tokens.some")} />
          </Choices>
        </Radio.Group>
        {choice === "areas" && <AreaFields levels={levels} onChange={setLevels} />}
        <NotebookChoice chosen={diaryIds} onChange={setDiaryIds} />
        <NativeSelect
          label={t("tokens.howLong")}
          data={getLifetimes(proving.by).map(({ days, label }) => ({ value: String(days), label }))}
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
        <ProofField proof={proof} error={getProblem(problem, "password")} />
        <FormEnd
          submit={describeProof(proof, t("tokens.make"))}
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
      <legend className="visually-hidden">{t("tokens.each")}</legend>
      {(Object.keys(AREA_WORDS) as Area[]).map((area) => (
        <NativeSelect
          key={area}
          label={t(AREA_WORDS[area])}
          data={[
            { value: "", label: t("tokens.nothing") },
            { value: "read", label: t("tokens.read") },
            ...(READ_ONLY_AREAS.includes(area) ? [] : [{ value: "write", label: t("tokens.write") }]),
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
