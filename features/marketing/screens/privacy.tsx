import { Table } from "../../../ui/table.tsx";
import { ProsePage } from "../components/prose-page.tsx";

/** `/privacy`: where data is stored, who sees it, for how long, how to export and erase it, which cookies are used. */
export function PrivacyScreen() {
  return (
    <ProsePage
      path="/privacy"
      lead="What this software stores about you, where, who can read it and for how long. Who runs this server is responsible for it, and may have to tell you more."
      sections={[
        {
          id: "stored",
          title: "What is stored",
          body: (
            <ul>
              <li>
                <strong>Your account:</strong> name, e-mail address, a picture if you chose one, a hash of
                your password, passkeys and the secret of your authenticator if you use them, and for each
                device where you are signed in its time zone and the kind of browser.
              </li>
              <li>
                <strong>Notebooks:</strong> what you and the other members write: the person's information and
                photo, notes and their former versions, medications, comments, files, tasks, programs, and who
                the members are.
              </li>
              <li>
                <strong>Invitations:</strong> the e-mail address, the role and your message. The secret of the
                link is kept only as a hash.
              </li>
              <li>
                <strong>A record of events:</strong> who did what kind of thing and when, without the content
                of notes.
              </li>
            </ul>
          ),
        },
        {
          id: "where",
          title: "Where it is stored",
          body: (
            <>
              <p>
                In the database and the file storage of this server. Its operator chooses the machine, the
                country, and whether files lie on its disk or in a storage service. Mails leave through the
                operator's mail server. Except for notifications that you turn on, nothing is sent to anybody
                else by the program: it has no analytics, no advertising and no AI service.
              </p>
              <p>
                <strong>Notifications</strong> that you turn on in a browser travel by the push service of its
                maker: Google, Mozilla, Apple or Microsoft. It sees which browser gets a message, from which
                server, when, and that it is one of three sizes. It can't read it: the message is encrypted
                for your browser. A server of ntfy and a webhook that you add read what they get: that there
                is a reminder, and more only if you choose so.
              </p>
              <p>
                <strong>Recordings</strong> of meetings stay in the browser that made them. They are never
                uploaded, so nobody else has them and nobody can restore them: download what you want to keep.
              </p>
            </>
          ),
        },
        {
          id: "who",
          title: "Who can read it",
          body: (
            <ul>
              <li>
                <strong>Members of a notebook</strong> read what each note's visibility allows them. See{" "}
                <a href="/security#access">Who sees what</a>.
              </li>
              <li>
                <strong>Administrators of the server</strong> can list its tables: accounts, notebooks, notes
                and so on. The content of private and of encrypted notes, and of the comments on them, is
                hidden from them there. Each opening of a table is recorded.
              </li>
              <li>
                <strong>Whoever has the machine itself</strong> could read everything but encrypted notes in
                its database, and with the master key those too. Choose an operator whom you trust, or run
                your own server.
              </li>
            </ul>
          ),
        },
        {
          id: "cookies",
          title: "Cookies and what your browser keeps",
          body: (
            <>
              <p>Only cookies that sign-in needs, none for tracking, so there is no banner to click away.</p>
              <Table>
                <thead>
                  <tr>
                    <th scope="col">Cookie</th>
                    <th scope="col">For</th>
                    <th scope="col">Stays</th>
                  </tr>
                </thead>
                <tbody>
                  <tr>
                    <th scope="row">session_token</th>
                    <td>keeps you signed in</td>
                    <td>14 days from your last visit</td>
                  </tr>
                  <tr>
                    <th scope="row">device</th>
                    <td>recognises this browser, so that you are told of sign-ins in others</td>
                    <td>400 days from your last sign-in</td>
                  </tr>
                  <tr>
                    <th scope="row">two_factor, better-auth-passkey</th>
                    <td>the moment between password and code, or while a passkey is used</td>
                    <td>some minutes</td>
                  </tr>
                  <tr>
                    <th scope="row">oidc_session, oidc_attempt</th>
                    <td>the same where another sign-in provider is used</td>
                    <td>14 days; 10 minutes</td>
                  </tr>
                </tbody>
              </Table>
              <p>
                Their names begin with “carediary” (“__Host-carediary” on https). No script can read them. A
                hosted sign-in provider may set cookies of its own.
              </p>
              <p>
                In its own storage your browser keeps your choice of light or dark, drafts of notes that you
                haven't saved, the notebook you opened last, that you were signed in here, and your
                recordings. Signing out removes all but the choice and the recordings.
              </p>
            </>
          ),
        },
        {
          id: "how-long",
          title: "How long it stays",
          body: (
            <ul>
              <li>Notebooks and what is in them: until somebody who may deletes it.</li>
              <li>Invitations: the link works for 14 days.</li>
              <li>Files of program exports: 30 days.</li>
              <li>
                Sent mails: their text is emptied once they have left, the rest goes after 30 days, or when
                whoever runs the server has set.
              </li>
              <li>A session: 14 days after you last used it, or until you end it.</li>
              <li>The record of events: as long as the operator keeps the database.</li>
              <li>
                Backups: as long as the operator keeps them. What you erase stays in older ones until they go.
              </li>
            </ul>
          ),
        },
        {
          id: "export",
          title: "Take your data with you",
          body: (
            <>
              <p>
                Each notebook's Info page has a button, Download this notebook: a ZIP file with the notes,
                medications, comments, tasks, programs and files that you may see, as a page to read and as
                JSON.
              </p>
              <p>
                Print a note or a list of medications, or save it as a PDF from the print dialog. Files
                download as they were uploaded. A care program's report comes as PDF, CSV or JSON. Other
                software can ask the programming interface, which answers with what you may read.
              </p>
            </>
          ),
        },
        {
          id: "erase",
          title: "Erase it",
          body: (
            <>
              <p>
                A note can be deleted by its author, and by the owner and admins unless it is private; its
                former versions, comments, files and tasks go with it. The owner of a notebook can delete it
                whole, in its information page. Files go from the storage within minutes. Your own comments
                and recordings you delete yourself.
              </p>
              <p>
                The keys of a notebook's encrypted notes can be destroyed by the operator, so that nobody can
                read them any more.
              </p>
              <p>
                You delete your account yourself, on its page, with your password. Your private notes and
                comments, the notebooks that only you use, and your name and address go with it. What you
                wrote for others stays with them under “Former member”. Notebooks that you own and others use
                have to be handed over or deleted first. With an account of another sign-in provider, ask the
                operator.
              </p>
            </>
          ),
        },
        {
          id: "rights",
          title: "Your rights",
          body: (
            <p>
              Depending on where you live, the law gives you the right to know, correct, receive or erase what
              is stored about you, and to complain. The operator of this server answers for that. If somebody
              keeps a notebook about you, you may ask its members what is in it.
            </p>
          ),
        },
      ]}
    />
  );
}
