import { Button, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Section } from "./section.tsx";

const DeleteAccountDialog = lazy(() =>
  import("./delete-account-dialog.tsx").then((module) => ({ default: module.DeleteAccountDialog })),
);

/** The section of the account page that opens the deletion dialog. */
export function DeleteAccount() {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <Section title="Delete account">
      <Text mb="sm">For good. You are shown first what goes and what stays.</Text>
      <Button
        variant="outline"
        color="red"
        leftSection={<IconTrash size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setIsDialogOpen(true)}
      >
        Delete account
      </Button>
      {isDialogOpen && (
        <Suspense fallback={null}>
          <DeleteAccountDialog onClose={() => setIsDialogOpen(false)} />
        </Suspense>
      )}
    </Section>
  );
}
