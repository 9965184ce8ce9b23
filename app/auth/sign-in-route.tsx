import { useLocation, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { LoadingPage } from "../layouts/loading-page.tsx";
import { StartFailure } from "../layouts/start-failure.tsx";
import { getSafeReturnTo } from "../return-to.ts";
import { Kit } from "../theme/kit.tsx";
import { Messages } from "../theme/messages.tsx";
import { useAuth } from "./auth-context.tsx";
import { EmbeddedForms } from "./embedded-forms.tsx";
import { HostedForm } from "./hosted-form.tsx";
import { IssuerButton } from "./issuer-button.tsx";

/** `/sign-in` and every path below it. */
export function SignInRoute() {
  return <AuthRoute form="sign-in" />;
}

/** `/sign-up` and every path below it. */
export function SignUpRoute() {
  return <AuthRoute form="sign-up" />;
}

/** Pages that a mail links to; also for people who are signed in. */
const FOR_ANYBODY = ["reset-password", "verify-email", "confirm-address"];

function AuthRoute({ form }: { form: "sign-in" | "sign-up" }) {
  const { state, ready, failure } = useAuth();
  const { pathname, hash } = useLocation();
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { history } = useRouter();
  const [area, step = ""] = pathname.split("/").slice(1);
  const fragment = new URLSearchParams(hash);
  const returnTo = getSafeReturnTo(search.returnTo ?? fragment.get("next"), window.location.origin);
  // The location is the next page's already while this one is left.
  const isDone = state.status === "signedIn" && area === form && !FOR_ANYBODY.includes(step);

  useEffect(() => {
    if (isDone) history.replace(returnTo);
  }, [isDone, returnTo, history]);

  if (failure) return <StartFailure message={failure} />;
  if (!ready || state.status === "loading" || isDone) return <LoadingPage />;
  const { client, settings } = ready;
  const goTo = (next: string, email: string) =>
    void navigate({ to: "/sign-in/$", params: { _splat: next }, search: { returnTo, email } });

  return (
    <Kit>
      <Messages />
      {settings.auth.provider === "embedded" && (
        <EmbeddedForms
          key={form + step}
          form={form}
          step={step}
          settings={settings.auth}
          token={fragment.get("token")}
          email={search.email ?? null}
          signedInAs={state.status === "signedIn" ? state.user.email : null}
          returnTo={returnTo}
          onSignedIn={() => client.refresh()}
          onConfirmed={async (email) => {
            await client.refresh();
            if (client.getState().status === "signedIn") return history.replace(returnTo);
            goTo("confirmed", email);
          }}
          onStep={goTo}
        />
      )}
      {settings.auth.provider === "oidc" && (
        <IssuerButton failed={search.error !== undefined} onStart={() => client.startSignIn?.(returnTo)} />
      )}
      {settings.auth.provider === "clerk" && <HostedForm client={client} form={form} returnTo={returnTo} />}
    </Kit>
  );
}
