import { Button, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import type { Returned } from "../client/kept-form.ts";
import type { Proving } from "../client/proving.ts";
import { Section } from "./section.tsx";

const DeleteAccountDialog = createLazyPart(() =>
  import("./delete-account-dialog.tsx").then((m) => m.DeleteAccountDialog),
);

type DeleteAccountProps = {
  proving: Proving;
  returned: Returned | null;
  /** Called when the account is gone. */
  onDeleted: () => Promise<void>;
};

/** The section of the account page that opens the deletion dialog. */
export function DeleteAccount({ proving, returned, onDeleted }: DeleteAccountProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const [restored, setRestored] = useState<Returned | null>(null);
  useEffect(() => {
    if (returned?.form?.form !== "deletion") return;
    setRestored(returned);
    setIsDialogOpen(true);
  }, [returned]);
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
        <DeleteAccountDialog
          proving={proving}
          returned={restored}
          onDeleted={onDeleted}
          onClose={() => {
            setIsDialogOpen(false);
            setRestored(null);
          }}
        />
      )}
    </Section>
  );
}
