import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { type FormEvent, useState } from "react";
import { api, type NotebookSummary } from "../../../lib/api.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import { FORMER_MEMBER } from "../../../lib/product.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { Fields } from "../../../ui/fields.tsx";
import { FormEnd } from "../../../ui/form-end.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
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
    <Modal opened onClose={onClose} title="Delete account" size="lg">
      {!notebooks && <Loading label="Loading your care diaries..." />}
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
      <p>Others use notebooks that you own. Transfer or delete them first, on their information page:</p>
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
          Close
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
      if (password === "") return problemWith("password", "Enter your password.");
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
      <h3 className={styles.title}>This goes</h3>
      <ul>
        <li>
          {proving.by === "password"
            ? "Your sign-in. You are signed out everywhere."
            : "Your account here. You are signed out here everywhere; your account at your sign-in service stays."}
        </li>
        <li>Your private notes and private comments, in every notebook.</li>
        <li>What you wrote on this device and isn't sent yet, such as drafts.</li>
        {owned.length > 0 && (
          <li>
            {owned.length === 1 ? "The notebook that only you use" : "The notebooks that only you use"}, with
            all that is in {owned.length === 1 ? "it" : "them"}:{" "}
            <strong>{owned.map(({ name }) => `“${name}”`).join(", ")}</strong>
          </li>
        )}
        {shared > 0 && (
          <li>
            Your place in {pluralize(shared, "notebook")} of others. Your tasks there become unassigned.
          </li>
        )}
      </ul>
      <h3 className={styles.title}>This stays</h3>
      <ul>
        <li>What you wrote for others and the files that you shared, under “{FORMER_MEMBER}”.</li>
        <li>The record of events, without your name.</li>
        <li>Recordings in this browser, until you delete them.</li>
      </ul>
      <p>
        <strong>It can't be undone.</strong>
      </p>
      <Fields>
        <ProofField proof={proof} error={getProblem(problem, "password")} isFirst />
        <FormEnd
          submit={describeProof(proof, "Delete my account")}
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
