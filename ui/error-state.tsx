import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

type ErrorStateProps = { title?: string; message: string; onRetry?: () => void };

/** A list or page that couldn't be loaded: the message and a Retry button. */
export function ErrorState({ title = "Something went wrong", message, onRetry }: ErrorStateProps) {
  return (
    <Alert color="red" variant="outline" icon={<IconAlertTriangle aria-hidden="true" />} title={title}>
      <p>{message}</p>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      )}
    </Alert>
  );
}
