import { Button, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { t } from "../../../lib/words/t.ts";
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
    <Section title={t("account.deletion")}>
      <Text mb="sm">{t("account.deletionHelp")}</Text>
      <Button
        variant="outline"
        color="red"
        leftSection={<IconTrash size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setIsDialogOpen(true)}
      >
        {t("account.deletion")}
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
