import type { ProofPurpose } from "../../../lib/proof-purposes.ts";
import { ask } from "./auth-problem.ts";
import { embeddedClient } from "./embedded-client.ts";
import type { KeptForm } from "./kept-form.ts";

/**
 * Why re-authentication failed, for people. `isPassword`: about the password's field. `isOld`: about the sign-in's age.
 */
export type Unproven = { message: string; isPassword?: boolean; isOld?: boolean };

/** A proof of re-authentication, or why there is none. */
export type Proven = { proof: string } | Unproven;

/** The user's re-authentication method, before an action that opens their account to others. */
export type Proving =
  | { by: "password"; prove(password: string, purpose: ProofPurpose): Promise<Proven> }
  | {
      by: "issuer";
      /** For how many seconds the last sign-in still counts. */
      secondsLeft(): Promise<number>;
      /**
       * Has the user sign in again: in a dialog over the page, or on pages of the issuer, which lead back to the form.
       * Then the promise stays pending while the page goes. Null after success.
       */
      signInAgain(form: KeptForm): Promise<Unproven | null>;
      prove(purpose: ProofPurpose): Promise<Proven>;
      /** Headers for a request that needs the proof. */
      headers(): Promise<Record<string, string>>;
    };

/** Asks the sign-in of this server for a proof of re-authentication. */
export async function requestProof(
  path: "/password-proof" | "/confirmation",
  body: { purpose: ProofPurpose; password?: string; sessionToken?: string },
): Promise<Proven> {
  const { data, problem } = await ask(() =>
    embeddedClient.$fetch<{ proof: string }>(path, { method: "POST", body }),
  );
  if (data) return data;
  return {
    message: problem?.message ?? "",
    isPassword: problem?.field === "password",
    isOld: problem?.code === "SIGN_IN_AGAIN",
  };
}

/** With the password of an account on this server. */
export const byPassword: Proving = {
  by: "password",
  prove: (password, purpose) => requestProof("/password-proof", { password, purpose }),
};
