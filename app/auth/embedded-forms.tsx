import { ConfirmAddressScreen } from "../../features/account/screens/confirm-address.tsx";
import { ForgotPasswordScreen } from "../../features/account/screens/forgot-password.tsx";
import { ResetPasswordScreen } from "../../features/account/screens/reset-password.tsx";
import { SignInScreen } from "../../features/account/screens/sign-in.tsx";
import { SignUpScreen } from "../../features/account/screens/sign-up.tsx";
import { TwoFactorScreen } from "../../features/account/screens/two-factor.tsx";
import { VerifyEmailScreen } from "../../features/account/screens/verify-email.tsx";
import type { EmbeddedSettings } from "../settings.ts";

type EmbeddedFormsProps = {
  form: "sign-in" | "sign-up";
  /** The path below the form, e.g. `forgot-password`; an unknown one shows the form itself. */
  step: string;
  settings: EmbeddedSettings;
  token: string | null;
  email: string | null;
  /** The signed-in user's address. */
  signedInAs: string | null;
  returnTo: string;
  onSignedIn: () => Promise<void>;
  /** Called once an address is confirmed, by which the server may have signed the user in. */
  onConfirmed: (email: string) => Promise<void>;
  onStep: (step: string, email: string) => void;
};

/** Our own sign-in forms, one per path. */
export function EmbeddedForms(props: EmbeddedFormsProps) {
  const { form, step, settings, token, email, signedInAs, returnTo, onSignedIn, onConfirmed, onStep } = props;
  const shortestPassword = settings.password.min;
  if (form === "sign-up") {
    return (
      <SignUpScreen
        shortestPassword={shortestPassword}
        mail={settings.mail}
        signUp={settings.signUp}
        email={email}
        returnTo={returnTo}
        onSignedIn={onSignedIn}
        onVerify={(address) => onStep("verify-email", address)}
      />
    );
  }
  switch (step) {
    case "two-factor":
      return <TwoFactorScreen onSignedIn={onSignedIn} />;
    case "forgot-password":
      return <ForgotPasswordScreen mail={settings.mail} returnTo={returnTo} />;
    case "reset-password":
      return <ResetPasswordScreen token={token} shortestPassword={shortestPassword} returnTo={returnTo} />;
    case "verify-email":
      return (
        <VerifyEmailScreen
          token={token}
          email={email}
          signedInAs={signedInAs}
          returnTo={returnTo}
          onConfirmed={onConfirmed}
        />
      );
    case "confirm-address":
      return <ConfirmAddressScreen token={token} onChanged={onSignedIn} />;
    default:
      return (
        <SignInScreen
          passkeys={settings.passkeys}
          email={email}
          isConfirmed={step === "confirmed"}
          returnTo={returnTo}
          onSignedIn={onSignedIn}
          onNext={onStep}
        />
      );
  }
}
