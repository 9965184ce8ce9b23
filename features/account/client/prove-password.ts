import { ask } from "./auth-problem.ts";
import { embeddedClient } from "./embedded-client.ts";

/** Whether a password is right: then a proof of it for a function that asks for one, else why not, for people. */
export async function provePassword(
  password: string,
): Promise<{ proof: string } | { message: string; isPassword: boolean }> {
  const { data, problem } = await ask(() =>
    embeddedClient.$fetch<{ proof: string }>("/password-proof", { method: "POST", body: { password } }),
  );
  if (data) return data;
  return { message: problem?.message ?? "", isPassword: problem?.field === "password" };
}

export type ProvePassword = typeof provePassword;
