import { Button, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Section } from "./section.tsx";

const DeleteAccountDialog = lazy(() =>
  import("./delete-account-dialog.tsx").then((module) => ({ default: module.DeleteAccountDialog })),
);

/** The section of the account page that opens the deletion dialog. */
export function DeleteAccount() {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <Section title="Delete account">
      <Text mb="sm">For good. You are shown first what goes and what stays.</Text>
      <Button
        variant="outline"
        color="red"
        leftSection={<IconTrash size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setIsAsked(true)}
      >
        Delete account
      </Button>
      {isAsked && (
        <Suspense fallback={null}>
          <DeleteAccountDialog onClose={() => setIsAsked(false)} />
        </Suspense>
      )}
    </Section>
  );
}
