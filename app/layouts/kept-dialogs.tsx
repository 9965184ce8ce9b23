import { Button, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { Modal } from "../../ui/modal.tsx";
import { Question } from "../../ui/question.tsx";
import { Soft } from "../../ui/text.tsx";
import { forgetKept, type KeptOfOther, readKeptOfOthers } from "../auth/kept-things.ts";
import type { SignOutQuestion } from "./account-panel.tsx";

/** Asks before a sign-out that deletes unsent items. */
export function AskBeforeSignOut({ lost, signOut, onStay }: SignOutQuestion & { onStay: () => void }) {
  return (
    <Question
      opened
      title="Sign out and lose this?"
      confirm="Sign out and delete it"
      cancel="Stay signed in"
      onConfirm={() => {
        onStay();
        void signOut();
      }}
      onCancel={onStay}
    >
      <p>
        Not sent yet, only on this device: <strong>{lost}</strong>.
      </p>
      <p>
        Signing out deletes it for good. If you stay signed in, what is finished is sent by itself as soon as
        there is a connection.
      </p>
    </Question>
  );
}

type KeptForOthersProps = { myId: string; onClose: () => void };

/** Shows the unsent items of other users of this browser, and deletes them with their consent. */
export function KeptForOthers({ myId, onClose }: KeptForOthersProps) {
  const [others, setOthers] = useState<readonly KeptOfOther[] | null>(null);
  const [asked, setAsked] = useState<KeptOfOther | null>(null);
  useEffect(() => void readKeptOfOthers(myId).then(setOthers), [myId]);
  if (!others) return null;
  if (asked)
    return (
      <Question
        opened
        title={`Delete what ${asked.name} wrote?`}
        confirm="They agree: delete it"
        cancel="Keep it"
        onConfirm={() =>
          void forgetKept(asked.id).then(() => {
            setOthers(others.filter(({ id }) => id !== asked.id));
            setAsked(null);
          })
        }
        onCancel={() => setAsked(null)}
      >
        <p>
          <strong dir="auto">{asked.words}</strong> would be lost for good, and nobody else has it. Please ask{" "}
          {asked.name} first.
        </p>
      </Question>
    );
  return (
    <Modal opened onClose={onClose} title="Kept for others">
      <Stack>
        {others.length === 0 && <p>Nothing of others waits on this device.</p>}
        {others.map((other) => (
          <section key={other.id}>
            <p dir="auto">
              <strong>{other.name}</strong>: {other.words}, not sent yet.
            </p>
            <Soft>Nobody else can read it. It is sent or offered when {other.name} signs in here.</Soft>
            <Button variant="default" onClick={() => setAsked(other)}>
              Delete it…
            </Button>
          </section>
        ))}
      </Stack>
    </Modal>
  );
}
