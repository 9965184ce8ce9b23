import { Alert, Button, Stack } from "@mantine/core";
import { AuthFrame } from "../../features/account/components/auth-frame.tsx";
import { t } from "../../lib/words/t.ts";

/** Sign-in at an OpenID issuer: one button that goes there. */
export function IssuerButton({ failed, onStart }: { failed: boolean; onStart: () => void }) {
  return (
    <AuthFrame title={t("signin.title")} lead={t("signin.withOrganisation")}>
      <Stack>
        {failed && (
          <Alert color="red" variant="outline">
            {t("signin.notFinished")}
          </Alert>
        )}
        <Button onClick={onStart} fullWidth>
          {t("signin.goOn")}
        </Button>
      </Stack>
    </AuthFrame>
  );
}
