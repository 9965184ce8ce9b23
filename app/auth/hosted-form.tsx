import { useEffect, useRef } from "react";
import { AuthFrame } from "../../features/account/components/auth-frame.tsx";
import { t } from "../../lib/words/t.ts";
import type { AuthClient } from "./auth-client.ts";

type HostedFormProps = { client: AuthClient; form: "sign-in" | "sign-up"; returnTo: string };

/** The container of a hosted provider's own form. */
export function HostedForm({ client, form, returnTo }: HostedFormProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current) return client.mountForm?.(place.current, form, returnTo);
  }, [client, form, returnTo]);
  return (
    <AuthFrame title={t(form === "sign-in" ? "signin.title" : "signin.createTitle")}>
      <div ref={place} />
    </AuthFrame>
  );
}
