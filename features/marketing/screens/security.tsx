import { Claims } from "../components/claims.tsx";
import { ProsePage } from "../components/prose-page.tsx";

/** `/security`: how a notebook is protected, and the limits of that. */
export function SecurityScreen() {
  return (
    <ProsePage
      path="/security"
      lead="Who sees what, how it is kept, and where our promises end. In plain words, and only what the software really does."
      sections={[
        { id: "claims", title: "In short", body: <Claims /> },
        {
          id: "access",
          title: "Who sees what",
          body: (
            <>
              <p>
                Only members of a notebook see anything of it. People become one by accepting an invitation
                that was sent to their own confirmed e-mail address; the operator of the server can add
                somebody by hand. Each note says who reads it:
              </p>
              <ul>
                <li>
                  <strong>Only me:</strong> its author, and nobody else in the notebook, owners included.
                </li>
                <li>
                  <strong>Care team:</strong> owner, admins, caregivers and clinicians.
                </li>
                <li>
                  <strong>Everyone:</strong> all members, viewers too.
                </li>
              </ul>
              <p>
                Every question that a browser asks is checked against this on the server, each time. Whoever
                is removed from a notebook or given a smaller role loses access at once, also on screens that
                are open.
              </p>
            </>
          ),
        },
        {
          id: "encryption",
          title: "Encryption",
          body: (
            <>
              <p>
                Whoever writes a note can mark it as encrypted when they create it. Its title, text and former
                versions, the comments on it and its files are then stored encrypted with AES-256
                (AES-256-GCM, with keys of its notebook's own). A stolen copy of the database without the
                server's master key doesn't show them.
              </p>
              <p>
                This is encryption <strong>at rest</strong>, not end to end: the server opens such a note for
                the people who may read it, so whoever controls the running server and its master key could
                read it as well. Tags, date, author, the names and types of files, and the titles and
                descriptions of tasks on such a note stay readable for lists and filters, and a search doesn't
                find the words of encrypted notes.
              </p>
              <p>
                Letters, reminders on phones, other programs and calendars get neutral words in place of what
                is encrypted, such as “Encrypted note”.
              </p>
              <p>
                A medication plan can be encrypted as well. Then its name, instructions and reasons, and the
                notes beside its doses are encrypted. Units, amounts, times, states of doses and limits stay
                readable in the database, because it compares each new dose with them before it is written; so
                does the name of somebody without an account who gave a dose.
              </p>
              <p>
                Other notes are stored as they are. Between your browser and a server with an https address
                everything travels encrypted; providing that address, and encrypted disks, is up to the
                operator.
              </p>
            </>
          ),
        },
        {
          id: "accounts",
          title: "Accounts",
          body: (
            <ul>
              <li>
                Passwords are kept only as scrypt hashes. Guessing is slowed down for each account and each
                address.
              </li>
              <li>Codes from an authenticator app and passkeys can be switched on in your account.</li>
              <li>Your account lists where you are signed in, and ends sessions that you don't know.</li>
              <li>
                A server can use another sign-in provider instead; then that provider keeps your password and
                second step.
              </li>
            </ul>
          ),
        },
        {
          id: "browser",
          title: "In the browser",
          body: (
            <p>
              Pages load scripts only from this server (and from the sign-in provider, where the operator
              chose one that needs it). They can't be shown inside other sites. Uploaded files are never run:
              photos of the person are drawn anew without their hidden data, attached pictures and PDFs can be
              looked at, everything else is only downloaded.
            </p>
          ),
        },
        {
          id: "record",
          title: "What is recorded",
          body: (
            <p>
              Changes of members and roles, invitations, programs, exports, deletions and sign-ins are written
              to a record that the program can only add to, without the content of notes. So is each time an
              administrator of the server opens one of its tables.
            </p>
          ),
        },
        {
          id: "operator",
          title: "What is up to the operator",
          body: (
            <>
              <p>
                Backups, uptime, the disks, the https address, the mail server, and who administers the
                machine. Daily backups and 99.9% uptime describe the hosted service as its operator provides
                it. On your own server the file README of the source says how to back up, and to keep the
                master key apart from the backups.
              </p>
              <p>
                We test these controls with every change; we don't claim certifications. If you find a
                weakness, please tell the operator of the server before others.
              </p>
            </>
          ),
        },
      ]}
    />
  );
}
