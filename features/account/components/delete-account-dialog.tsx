import { Alert, Button, Group, PasswordInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { type FormEvent, useState } from "react";
import { api, type NotebookSummary } from "../../../lib/api.ts";
import { forgetStored } from "../../../lib/browser-store.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import { FORMER_MEMBER } from "../../../lib/product.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { problemOf } from "./auth-form.tsx";
import styles from "./delete-account-dialog.module.css";

/** Lists what is deleted and what stays, asks for the password, and deletes the account. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
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
        <Confirmation owned={owned} shared={notebooks.length - owned.length} onClose={onClose} />
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
              params={{ diaryId: shownId(notebook) }}
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

type ConfirmationProps = { owned: NotebookSummary[]; shared: number; onClose: () => void };

function Confirmation({ owned, shared, onClose }: ConfirmationProps) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isDeleting) return;
    if (password === "") {
      return setProblem({ field: "password", message: "Enter your password.", code: "INVALID_PASSWORD" });
    }
    setIsDeleting(true);
    const { problem } = await ask(() => embeddedClient.deleteUser({ password }));
    if (problem) {
      setProblem(problem);
      setIsDeleting(false);
      return;
    }
    // A full page load, so that nothing stays in memory.
    forgetStored();
    window.location.assign("/");
  }

  return (
    <form onSubmit={submit} noValidate>
      <h3 className={styles.title}>This goes</h3>
      <ul>
        <li>Your sign-in. You are signed out everywhere.</li>
        <li>Your private notes and private comments, in every notebook.</li>
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
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={({ currentTarget }) => {
          setPassword(currentTarget.value);
          setProblem(null);
        }}
        error={problemOf(problem, "password")}
      />
      {problem?.field === "form" && (
        <Alert color="red" variant="outline" mt="md">
          {problem.message}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={isDeleting}>
          Cancel
        </Button>
        <Button type="submit" color="red" loading={isDeleting}>
          Delete my account
        </Button>
      </Group>
    </form>
  );
}
