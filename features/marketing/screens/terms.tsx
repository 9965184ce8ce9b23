import { ProsePage } from "../components/prose-page.tsx";

/** `/terms`. */
export function TermsScreen() {
  return (
    <ProsePage
      path="/terms"
      lead="What you can expect, and what is expected of you. The operator of this server may add terms of their own; those of the hosted service come with its plans."
      sections={[
        {
          id: "medical",
          title: "No medical advice",
          body: (
            <p>
              CareDiary keeps what people write down. It doesn't judge it, and nobody watches over it. Care
              programs are examples to talk about with a clinician. Don't wait for the program when somebody
              is in danger: call the emergency number of your country.
            </p>
          ),
        },
        {
          id: "account",
          title: "Your account",
          body: (
            <p>
              Use your own e-mail address, keep your password to yourself, and don't share an account: what is
              written is shown with its author's name. You are old enough to agree to terms where you live, or
              somebody responsible for you agrees.
            </p>
          ),
        },
        {
          id: "others",
          title: "Writing about somebody else",
          body: (
            <>
              <p>
                A notebook is about a person who may not read it. Write as you would in front of them. Have
                their consent, or the right to decide for them, before you keep one, and invite only people
                whom they would want to know.
              </p>
              <p>
                Before you record a meeting, ask everybody who takes part. In many places the law demands it.
              </p>
            </>
          ),
        },
        {
          id: "content",
          title: "What you write",
          body: (
            <p>
              It stays yours. You let the operator store it and show it to the members you chose, and nothing
              else. Don't use the service to harm people, to store what the law forbids, or to break into what
              isn't yours.
            </p>
          ),
        },
        {
          id: "service",
          title: "The service",
          body: (
            <p>
              The operator runs this server, decides who may use it, and may end that with notice, so that you
              can take your data with you. Uptime, backups and support are what they promise for their plan;
              the program alone promises none.
            </p>
          ),
        },
        {
          id: "software",
          title: "The software",
          body: (
            <p>
              It comes under the MIT licence: everybody may use, copy and change it, and it is provided as it
              is, without warranty of any kind, as far as the law allows.
            </p>
          ),
        },
        {
          id: "changes",
          title: "Changes",
          body: (
            <p>These terms come with the software's version. When they change, the new ones stand here.</p>
          ),
        },
      ]}
    />
  );
}
