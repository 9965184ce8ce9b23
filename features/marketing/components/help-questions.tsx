import type { Question } from "./question-list.tsx";

/** Frequent questions of new users, with answers that are true of the program. */
export const HELP_QUESTIONS: readonly Question[] = [
  {
    question: "Does the person I care for need an account?",
    answer: (
      <p>
        No. A notebook is about one person, and that person need not use the program. If they want to, invite
        them like anybody else.
      </p>
    ),
  },
  {
    question: "How do I invite somebody?",
    topic: "inviting",
    answer: (
      <>
        <ol>
          <li>Open the notebook, and choose More, then Members.</li>
          <li>Choose “Invite someone”, type their e-mail address, and choose a role.</li>
          <li>They get a mail with a link. “Copy link” lets you send it another way.</li>
        </ol>
        <p>
          The link works for 14 days, for an account with exactly this confirmed e-mail address. “Resend”
          makes a new one.
        </p>
      </>
    ),
  },
  {
    question: "What may admins, caregivers, clinicians and viewers do?",
    answer: (
      <ul>
        <li>
          <strong>Viewers</strong> read what is shared with everyone, comment on it, and finish tasks that are
          assigned to them. They give no medicines.
        </li>
        <li>
          <strong>Clinicians</strong> also see the care team's notes and the person's information, write notes
          of their own and start programs. They give no medicines, no tasks are assigned to them, and they
          change nothing that is yours. Their name on what they write is followed by “Clinician”.
        </li>
        <li>
          <strong>Caregivers</strong> also see the care team's notes and the person's information, write
          notes, give medicines, and plan and do tasks and programs.
        </li>
        <li>
          <strong>Admins</strong> also plan medicines, edit the notebook's information, invite people and
          remove them.
        </li>
        <li>
          <strong>The owner</strong> can also archive, delete or hand over the notebook.
        </li>
      </ul>
    ),
  },
  {
    question: "Who can read my note?",
    topic: "notes",
    answer: (
      <p>
        You choose it for each note: only you, the care team, or everyone in the notebook. You can change it
        later; former versions stay with those who could read them. More on{" "}
        <a href="/security#access">Security</a>.
      </p>
    ),
  },
  {
    question: "What does “Encrypt this note” do?",
    answer: (
      <p>
        Title, text, comments and files of the note are stored encrypted. It can be chosen only when a note is
        created. Its words aren't found by the search, its tags are. Its tags, and the titles and descriptions
        of tasks on it, aren't encrypted. Letters and reminders don't name it. What it protects from is
        described under <a href="/security#encryption">Encryption</a>.
      </p>
    ),
  },
  {
    question: "How do I note that I am giving a dose?",
    topic: "giving",
    answer: (
      <p>
        Open Medicines. Each dose of the day has a button “Give”: one press records it with your name and the
        time, and “Undo” takes it back. Behind “…” you find “Skip”, another time and another amount. When
        another person was faster, you see who gave it and when, so that nothing is given twice.
      </p>
    ),
  },
  {
    question: "How do I plan a medicine, and how do I change a dose?",
    topic: "plans",
    answer: (
      <p>
        Choose Medicines, All, “Add a medicine”: its name, how much, and when. To change it, open it, tap the
        amount or the time, and choose the day from which the change holds; until then the doses stay as they
        are. What was given before keeps its amounts.
      </p>
    ),
  },
  {
    question: "How do I pause medicines, for a stay in hospital?",
    topic: "pauses",
    answer: (
      <p>
        Under Medicines, Today, choose “Pause medicines”: which, since when and until when. Nobody is reminded
        of them meanwhile, and the days are not counted as missed.
      </p>
    ),
  },
  {
    question: "What is the handover?",
    topic: "handover",
    answer: (
      <p>
        One page with all that happened since you last read it: notes, doses, tasks, and first what needs an
        answer. The line at the top of Today leads there. “I've read this up to …” marks where you stopped,
        and others see that you know it.
      </p>
    ),
  },
  {
    question: "How do reminders reach me?",
    topic: "reminders",
    answer: (
      <p>
        Choose More, <a href="/notifications/settings">Reminders</a>: on this device, by mail, or in another
        app, with quiet hours. “When nobody answers” alerts others about a dose or task that is left open.
      </p>
    ),
  },
  {
    question: "How do I keep a list of medications?",
    topic: "list",
    answer: (
      <p>
        The medicines under Medicines, All are the list: it prints from there, and is among the notes, too.
        You can also write one by hand: choose “New note” and then “Current Medications”. Where it differs
        from what is planned, the medicine asks which one is right.
      </p>
    ),
  },
  {
    question: "Which files can I attach, and how large may they be?",
    answer: (
      <p>
        Any file below 10 MB: photos, PDFs, letters, audio. Pictures and PDFs can be looked at in the note,
        other files are downloaded. To keep an email, paste its text into a note or attach it as a file.
      </p>
    ),
  },
  {
    question: "How do I get an appointment into the notebook?",
    answer: (
      <p>
        Make a task with a day and a time and assign it to the person who goes along; it is on the{" "}
        <a href="/calendar">calendar</a>. What came of it goes into a note with the date of the visit.
      </p>
    ),
  },
  {
    question: "How do I mention somebody in a note or a comment?",
    answer: (
      <p>
        Type @ and choose a name. The person gets a mail that says who mentioned them and where, but not what
        was written. Such mails can be switched off in your <a href="/account">account</a>.
      </p>
    ),
  },
  {
    question: "What is a care program, and where do I get one?",
    topic: "programs",
    answer: (
      <p>
        A plan in phases that becomes tasks on real days. Five come with the program, and you can upload a
        file of your own: choose More, Programs, then “Add Care Program”. “Activate Program” asks when it
        began and who does what.
      </p>
    ),
  },
  {
    question: "Where are my recordings?",
    topic: "recordings",
    answer: (
      <p>
        In the browser that made them, under <a href="/recording">Record Meeting</a>, and nowhere else. They
        are never uploaded. Download what you want to keep: clearing the browser's data deletes them.
      </p>
    ),
  },
  {
    question: "How do I see my tasks in the calendar of my phone?",
    answer: (
      <p>
        Under “Calendar on your phone” on your <a href="/account">account page</a>, make a calendar link and
        open it in your calendar. Calendars fetch it seldom: Google every 8 to 24 hours, Outlook every 3 hours
        to once a day, Apple as often as you set there. Google needs a server with a public https address, and
        stores the titles of your tasks unless you choose “Care task” for all. “Stop” ends the link at once.
      </p>
    ),
  },
  {
    question: "How am I reminded on my phone?",
    answer: (
      <>
        <ol>
          <li>
            Open <a href="/notifications/settings">the settings of reminders</a>, also by the bell, and press
            “Turn on on this device”.
          </li>
          <li>
            On an iPhone or iPad add CareDiary to the Home Screen first: Share, “Add to Home Screen”. Open it
            from there.
          </li>
          <li>“Send a test” shows whether it arrives.</li>
        </ol>
        <p>
          Tasks remind at their time, those for a whole day at the notebook's time of reminders. The locked
          screen shows only that there is a reminder unless you choose more. Everything is also under the
          bell.
        </p>
        <p>
          Without such a browser, or without https, the free app ntfy can show the message. With a server of
          your own for ntfy, iPhones need its setting upstream-base-url.
        </p>
      </>
    ),
  },
  {
    question: "Can I rely on reminders?",
    answer: (
      <p>
        Not on them alone. CareDiary is no alarm device: a phone can be off, silent or without a connection,
        and services between this server and your phone can fail. Reminders can fail. Don't rely on them
        alone. What came too late stands under the bell.
      </p>
    ),
  },
  {
    question: "What works without a connection?",
    answer: (
      <>
        <p>
          After you have used it on a device, CareDiary opens there without a network too. The doses of today
          and tomorrow, medicines, tasks, the handover and the newest notes of each notebook with small
          pictures are there, and what you have opened within 30 days; your account lets you choose more. A
          line above the page says how old it is. Encrypted notes, searches and news need a connection.
        </p>
        <p>
          Nothing that you write is lost. Notes, comments, tasks and doses are kept on the device and marked
          “Waiting to be sent”. They are sent once, in their order, when the connection is back and CareDiary
          is open, however long that takes; you may close it in between. On Android they are sent when it is
          closed too. Others may have given a dose meanwhile: you are asked then.
        </p>
        <p>
          What the server refuses, such as a change of a note that somebody has deleted, is under More, “Not
          sent”, with your text and the reason. Inviting people, roles and programs need a connection, and say
          so before you type. The photos and files of a new note wait with it, up to 100 MB on a device.
        </p>
        <p>
          Where CareDiary is installed, you can share a photo or a link from another app with it: a new note
          begins with it.
        </p>
        <p>
          It all leaves the device when you sign out. Your account says under “On this device” how much it is,
          removes it, and turns it off. There you can also lock CareDiary with a PIN or your fingerprint: it
          asks when it opens, and after five minutes out of sight. The owner of a notebook can have it kept on
          no device: below what is known about the person.
        </p>
      </>
    ),
  },
  {
    question: "I forgot my password.",
    answer: (
      <p>
        Choose “Forgotten your password?” when you <a href="/sign-in">sign in</a>; a mail brings a link. If no
        mail comes, ask whoever runs your server. Where another sign-in provider is used, it helps you.
      </p>
    ),
  },
  {
    question: "How do I print something, or hand it to a doctor?",
    answer: (
      <p>
        Notes, lists of medications and the tasks of a day print as clean pages; the print dialog can also
        save them as PDF. A care program makes reports as PDF, CSV or JSON, under “Make export”.
      </p>
    ),
  },
  {
    question: "How do I leave or delete a notebook?",
    answer: (
      <p>
        Open its information. Members find “Leave this notebook” there; the owner finds “Transfer ownership”
        and “Delete notebook”. A notebook that is only at rest can be archived instead.
      </p>
    ),
  },
  {
    question: "What is CareDiary for, and what isn't it?",
    answer: (
      <p>
        It is a notebook, not a medical device: it shows what people entered, judges nothing and calls no
        help. <a href="/intended-purpose">What it is for</a> says it in full.
      </p>
    ),
  },
  {
    question: "What do we do with the plan while she is in hospital?",
    answer: (
      <p>
        Open Doses, then “Pause medicines…”. Choose all medicines or some, since when, and until when if you
        know it. Nothing is due meanwhile. Whoever may give doses ends the pause when she is back.
      </p>
    ),
  },
  {
    question: "How does it know how many tablets are left?",
    answer: (
      <p>
        Somebody counts them once. New boxes and what was thrown away are entered, and each recorded dose
        takes its amount off. A wrong number is corrected by counting again. You can enter a number of days
        below which Doses says that little is left.
      </p>
    ),
  },
  {
    question: "Can I get help from a person?",
    answer: (
      <p>
        From whoever runs your server. Plans of the hosted service say which support they include, see{" "}
        <a href="/pricing">Pricing</a>. In an emergency call the emergency number of your country: nobody
        watches over the notes.
      </p>
    ),
  },
];
