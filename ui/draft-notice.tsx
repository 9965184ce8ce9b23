import { Alert, Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";

/** Shows that the form contains a draft, and offers to discard it. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert
      color="teal"
      variant="outline"
      icon={<IconHistory aria-hidden="true" />}
      title="We kept what you had written"
    >
      <p>It isn't saved yet. Go on where you stopped.</p>
      <Button variant="default" onClick={onDiscard}>
        Discard the draft
      </Button>
    </Alert>
  );
}
