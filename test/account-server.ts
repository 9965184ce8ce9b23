import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { type NodeOptions, serveNode } from "./node.ts";
import { api } from "./people.ts";
import { QUICK_PASSWORDS, startSignInServer, Visitor } from "./sign-in-server.ts";

export const PASSWORD = "correct horse";

export type AccountServer = Awaited<ReturnType<typeof startAccountServer>>;

/** The built-in sign-in and a sync server on one database, with the server's own tokens: for what joins both. */
export async function startAccountServer(options: NodeOptions = {}) {
  const signIn = await startSignInServer({ passwords: QUICK_PASSWORDS });
  const node = await serveNode({
    ...options,
    connectionString: signIn.database.connectionString,
    verifyToken: signIn.provider.verifyToken,
  });
  const live: ConvexClient[] = [];

  /** A client with the token that a browser has now, as a thief has it who copied it. */
  async function http(browser: Visitor): Promise<ConvexHttpClient> {
    const client = new ConvexHttpClient(node.url, { skipConvexDeploymentUrlCheck: true, logger: false });
    client.setAuth((await browser.token()) ?? "");
    return client;
  }

  return {
    ...node,
    signIn,
    http,
    sql: async (text: string, values: unknown[] = []) => (await node.database.pool.query(text, values)).rows,
    /** A live connection that has one token and gets no other. `signedOut` resolves when the server refuses the token. */
    async connect(browser: Visitor) {
      const token = await browser.token();
      const client = new ConvexClient(node.url, {
        skipConvexDeploymentUrlCheck: true,
        unsavedChangesWarning: false,
        logger: false,
      });
      live.push(client);
      const signedOut = new Promise<void>((resolve) => {
        let used = false;
        client.setAuth(
          async () => {
            if (used) return null;
            used = true;
            return token;
          },
          (isSignedIn) => {
            if (!isSignedIn) resolve();
          },
        );
      });
      return { client, signedOut };
    },
    /** A browser in which somebody with an account and a record is signed in. */
    async person(email: string) {
      const browser = new Visitor(signIn.url);
      const { body } = await browser.signUp(email, PASSWORD, "Maria Keller");
      const client = await http(browser);
      const subject = body.user.id as string;
      const userId = await client.mutation(api.users.syncUser, {
        clerkUserId: subject,
        email,
        name: "Maria Keller",
      });
      return { browser, email, subject, userId, http: client };
    },
    /** Another browser in which the same person signs in. */
    async browser(email: string) {
      const browser = new Visitor(signIn.url);
      await browser.signIn(email, PASSWORD);
      return browser;
    },
    async close() {
      await Promise.all(live.map((client) => client.close()));
      await node.close();
      await signIn.close();
    },
  };
}
