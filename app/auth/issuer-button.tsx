import { Alert, Button, Stack } from "@mantine/core";
import { AuthFrame } from "../../features/account/components/auth-frame.tsx";

/** Sign-in at an OpenID issuer: one button that goes there. */
export function IssuerButton({ failed, onStart }: { failed: boolean; onStart: () => void }) {
  return (
    <AuthFrame title="Sign in" lead="You sign in with your organisation's account.">
      <Stack>
        {failed && (
          <Alert color="red" variant="outline">
            The sign-in could not be finished. Please try again.
          </Alert>
        )}
        <Button onClick={onStart} fullWidth>
          Continue to sign in
        </Button>
      </Stack>
    </AuthFrame>
  );
}
