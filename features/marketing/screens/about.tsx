import { ProsePage } from "../components/prose-page.tsx";

/** `/about`. */
export function AboutScreen() {
  return (
    <ProsePage
      path="/about"
      lead="An open care notebook for families, caregivers and clinicians."
      sections={[
        {
          id: "why",
          title: "Why it exists",
          body: (
            <>
              <p>
                When somebody needs care, the story of their days is spread over paper slips, chats and heads.
                The daughter knows about the night, the nurse about the wound, the neighbour about the fall,
                and the doctor asks all of them anew.
              </p>
              <p>
                A care notebook puts it in one place. It is about one person, who need not have an account or
                a telephone. The people around them write down what the others should know, decide who may
                read it, and share out what is to do.
              </p>
            </>
          ),
        },
        {
          id: "hold-to",
          title: "What we hold to",
          body: (
            <ul>
              <li>
                <strong>Yours.</strong> Notes belong to the people who write them. There is no advertising, no
                tracking, and nothing is sold.
              </li>
              <li>
                <strong>Open.</strong> The whole software is under the MIT licence and runs on one machine
                with one command. Nobody has to trust a company to use it.
              </li>
              <li>
                <strong>Calm.</strong> It is made for a tired person with a phone at a bedside: large letters,
                few words, nothing that blinks, everything with a keyboard or a screen reader.
              </li>
              <li>
                <strong>Honest.</strong> We say what it does and what it doesn't, on these pages too.
              </li>
            </ul>
          ),
        },
        {
          id: "not",
          title: "What it isn't",
          body: (
            <p>
              It doesn't give medical advice, it doesn't watch over anybody, and it calls no help. In an
              emergency call the emergency number of your country. It doesn't replace the records that
              clinicians have to keep. <a href="/intended-purpose">What it is for</a> says more.
            </p>
          ),
        },
        {
          id: "operator",
          title: "Who runs this server",
          body: (
            <p>
              CareDiary is software; each server is run by somebody: a family, a practice, an organisation, or
              the hosted service. Whoever sent you here or set up the server can tell you who that is. What
              they can and can't see is on <a href="/privacy">Privacy</a> and <a href="/security">Security</a>
              .
            </p>
          ),
        },
      ]}
    />
  );
}
