import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { type FormEvent, useState } from "react";
import { api, type NotebookSummary } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { Fields } from "../../../ui/fields.tsx";
import { FormEnd } from "../../../ui/form-end.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import type { Returned } from "../client/kept-form.ts";
import type { Proving } from "../client/proving.ts";
import { useProof } from "../client/use-proof.ts";
import { getProblem } from "./auth-form.tsx";
import styles from "./delete-account-dialog.module.css";
import { describeProof, ProofField } from "./proof-field.tsx";

type DialogProps = {
  proving: Proving;
  /** Set when the user returns from signing in again for it. */
  returned: Returned | null;
  onDeleted: () => Promise<void>;
  onClose: () => void;
};

/** Lists the deleted and the kept data, asks for a re-authentication, and deletes the account. */
export function DeleteAccountDialog({ onClose, ...proof }: DialogProps) {
  const notebooks = useQuery(api.diaries.listMyDiaries, {});
  const owned = notebooks?.filter(({ userRole }) => userRole === "owner") ?? [];
  const sharedNotebooks = owned.filter(({ memberCount }) => memberCount > 1);
  return (
    <Modal opened onClose={onClose} title={t("deletion.title")} size="lg">
      {!notebooks && <Loading label={t("deletion.loading")} />}
      {notebooks && sharedNotebooks.length > 0 && (
        <SharedNotebooks notebooks={sharedNotebooks} onClose={onClose} />
      )}
      {notebooks && sharedNotebooks.length === 0 && (
        <Confirmation {...proof} owned={owned} shared={notebooks.length - owned.length} onClose={onClose} />
      )}
    </Modal>
  );
}

type SharedNotebooksProps = { notebooks: NotebookSummary[]; onClose: () => void };

function SharedNotebooks({ notebooks, onClose }: SharedNotebooksProps) {
  return (
    <>
      <p>{t("deletion.othersUse")}</p>
      <ul>
        {notebooks.map((notebook) => (
          <li key={notebook._id}>
            <Link
              to="/care/$diaryId/info"
              params={{ diaryId: getShownId(notebook) }}
              className={styles.notebook}
              data-autofocus
            >
              {notebook.name}
            </Link>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("deletion.close")}
        </Button>
      </Group>
    </>
  );
}

type ConfirmationProps = DialogProps & { owned: NotebookSummary[]; shared: number };

function Confirmation({ proving, returned, onDeleted, owned, shared, onClose }: ConfirmationProps) {
  const proof = useProof(proving, returned?.outcome ?? null);
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);

  /** Deletes the account; returns why it isn't deleted. */
  async function remove(): Promise<AuthProblem | null> {
    if (proving.by === "password") {
      const { password } = proof;
      if (password === "") return problemWith("password", t("deletion.enterPassword"));
      return (await ask(() => embeddedClient.deleteUser({ password }))).problem;
    }
    const proven = await proof.prove({ form: "deletion", values: null });
    if ("message" in proven) return problemWith("form", proven.message);
    const headers = await proving.headers();
    const body = { proof: proven.proof };
    return (await ask(() => embeddedClient.$fetch("/delete-user", { method: "POST", headers, body })))
      .problem;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isDeleting) return;
    setIsDeleting(true);
    setProblem(null);
    const problem = await remove();
    if (problem) {
      setProblem(problem);
      setIsDeleting(false);
      return;
    }
    await onDeleted();
  }

  return (
    <form onSubmit={submit} noValidate>
      <h3 className={styles.title}>{t("deletion.goes")}</h3>
      <ul>
        <li>{t(proving.by === "password" ? "deletion.goesSignIn" : "deletion.goesAccount")}</li>
        <li>{t("deletion.goesPrivate")}</li>
        <li>{t("deletion.goesUnsent")}</li>
        {owned.length > 0 && (
          <li>
            <Rich
              text="deletion.goesOwned"
              values={{
                count: owned.length,
                names: listNames(owned.map(({ name }) => t("deletion.quoted", { name }))),
                b: (names) => <strong>{names}</strong>,
              }}
            />
          </li>
        )}
        {shared > 0 && <li>{t("deletion.goesPlace", { count: shared })}</li>}
      </ul>
      <h3 className={styles.title}>{t("deletion.stays")}</h3>
      <ul>
        <li>{t("deletion.staysShared", { name: t("deletion.formerMember") })}</li>
        <li>{t("deletion.staysRecord")}</li>
        <li>{t("deletion.staysRecordings")}</li>
      </ul>
      <p>
        <strong>{t("deletion.final")}</strong>
      </p>
      <Fields>
        <ProofField proof={proof} error={getProblem(problem, "password")} isFirst />
        <FormEnd
          submit={describeProof(proof, t("deletion.deleteMine"))}
          isBusy={isDeleting}
          isDestructive={proof.isReady}
          problem={getProblem(problem, "form")}
          onCancel={onClose}
        />
      </Fields>
    </form>
  );
}

const problemWith = (field: AuthProblem["field"], message: string): AuthProblem => ({
  field,
  message,
  code: "UNPROVEN",
});
