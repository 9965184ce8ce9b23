import {
  IconBell,
  IconCalendarTime,
  IconChecklist,
  IconClipboardList,
  IconFileText,
  IconHeartHandshake,
  IconHome,
  IconMicrophone,
  IconPill,
  IconStethoscope,
  IconUsersGroup,
} from "@tabler/icons-react";
import plain from "../../../ui/plain.module.css";
import { CallToAction } from "../components/call-to-action.tsx";
import { Claims } from "../components/claims.tsx";
import { HeroPicture } from "../components/hero-picture.tsx";
import { PointList } from "../components/point-list.tsx";
import { SampleDiary } from "../components/sample-diary.tsx";
import { Tiles } from "../components/tiles.tsx";
import styles from "./landing.module.css";

const everyDay = [
  {
    Icon: IconPill,
    name: "Doses, given once",
    text: "What is due is on the first page. Whoever gives it presses Give, and everyone sees who gave it and when. When two press at once, it counts once.",
  },
  {
    Icon: IconBell,
    name: "Reminders, and who is next",
    text: "On your phone or by mail, and to the next person when nobody answers. Reminders can fail: don't rely on them alone.",
  },
  {
    Icon: IconClipboardList,
    name: "Handover",
    text: "What happened since you last read it, and what needs you first. Pass it on in the app or on paper.",
  },
];

const audiences = [
  { Icon: IconHome, name: "Families", text: "who want to know how the day went, also from far away." },
  { Icon: IconHeartHandshake, name: "Caregivers", text: "who pass on what they saw before they leave." },
  { Icon: IconUsersGroup, name: "Care teams", text: "who share one plan and see at once who does what." },
  {
    Icon: IconStethoscope,
    name: "Clinicians",
    text: "who need the story in order, in the minutes they have.",
  },
];

const features = [
  {
    Icon: IconFileText,
    name: "Notes from emails, PDFs or audio",
    text: "Write what the day was like, paste what an email said, attach the PDF of a letter or an audio file. AI summaries of them are planned; today no AI reads your notes.",
  },
  {
    Icon: IconCalendarTime,
    name: "Events and timeline",
    text: "Appointments, symptoms and visits stand in the order of their days, with tags, a search, and what each note said before.",
  },
  {
    Icon: IconChecklist,
    name: "Task scheduling",
    text: "A day, a time and a person for everything that is to do, once or again and again, in a list and on a calendar. Care programs bring their tasks along.",
  },
  {
    Icon: IconMicrophone,
    name: "Audio recording of meetings",
    text: "Record the talk with the doctor, with picture and sound, or sound alone where there is no camera. Recordings stay in your browser and are never uploaded.",
  },
];

const forFamilies = [
  {
    name: "One notebook for one person",
    text: "It holds the notes, tasks, medications and plans for the person you look after. They need no account.",
  },
  {
    name: "Invitations",
    text: "Ask brothers, sisters, neighbours and nurses by e-mail. Each has a role: admin, caregiver, clinician or viewer.",
  },
  {
    name: "Privacy controls",
    text: "For each note you choose who reads it: only you, the care team, or everyone in the notebook. What is delicate you can encrypt.",
  },
  {
    name: "Nobody asks twice",
    text: "Comments stand beside what they are about, and a mention tells the right person. What one writes, the others see at once.",
  },
];

const forClinicians = [
  {
    name: "An organised history",
    text: "Notes by date and tag, with a search that finds a word in years of them.",
  },
  {
    name: "Medications as they are today",
    text: "The current list as a table, and what changed since the last one.",
  },
  {
    name: "Care programs",
    text: "Phases and tasks after an operation or a diagnosis, with what was done and what was missed.",
  },
  {
    name: "One page for the visit",
    text: "Allergies, medications, what changed lately and what the family wants to ask. What you write carries your role.",
  },
  {
    name: "On paper when you need it",
    text: "Notes and lists print as clean pages. A program's report comes as PDF, CSV or JSON.",
  },
];

/** The landing page: the product, its audience, and a sample page of a notebook (workspace 2.2). */
export function LandingScreen() {
  return (
    <div className={styles.page}>
      <section className={styles.hero} aria-labelledby="headline">
        <div>
          <h1 id="headline">One notebook for everyone who cares</h1>
          <p className={styles.lead}>
            See which medicine was given and by whom, be reminded of what is due, and hand over what happened:
            for the person you look after, with family, caregivers and clinicians.
          </p>
          <div className={styles.actions}>
            <a href="/sign-up" className={plain.primary}>
              Start Your Care Diary
            </a>
            <a href="#demo" className={plain.secondary}>
              See Demo
            </a>
          </div>
          <p className={styles.aside}>
            Free to begin. Works on phones and computers, without installing anything.
          </p>
        </div>
        <HeroPicture />
      </section>

      <section aria-labelledby="every-day">
        <h2 id="every-day">Who gave what, and what comes next</h2>
        <Tiles tiles={everyDay} narrow />
      </section>

      <section aria-labelledby="audiences">
        <h2 id="audiences">For everyone around one person</h2>
        <Tiles tiles={audiences} narrow />
      </section>

      <section id="features" tabIndex={-1} aria-labelledby="features-heading">
        <h2 id="features-heading">What it does for you</h2>
        <Tiles tiles={features} />
      </section>

      <section id="families" tabIndex={-1} className={styles.side} aria-labelledby="families-heading">
        <div>
          <p className={styles.kicker}>For Families</p>
          <h2 id="families-heading">Share the care, not the worry</h2>
          <p>
            Who was there, what the doctor said, whether the evening tablet was taken: it is all in one place,
            and you decide who sees it.
          </p>
        </div>
        <PointList points={forFamilies} />
      </section>

      <section id="clinicians" tabIndex={-1} className={styles.side} aria-labelledby="clinicians-heading">
        <div>
          <p className={styles.kicker}>For Clinicians</p>
          <h2 id="clinicians-heading">The weeks between two visits, in order</h2>
          <p>
            What happened at home is often the missing half of a history. Families who keep a notebook can
            show it to you, and you need to learn nothing to read it.
          </p>
        </div>
        <PointList points={forClinicians} />
      </section>

      <section id="demo" tabIndex={-1} aria-labelledby="demo-heading">
        <h2 id="demo-heading">A day in a care notebook</h2>
        <p className={styles.intro}>
          Rosa is 81 and invented. Her daughter Anna, her grandson Jonas and a nurse write here.
        </p>
        <SampleDiary />
        <p className={styles.after}>
          <a href="/demo" className={plain.secondary}>
            Explore Full Demo
          </a>
        </p>
      </section>

      <section aria-labelledby="kept">
        <h2 id="kept">Kept for those you choose</h2>
        <Claims />
      </section>

      <CallToAction
        title="Begin with one note"
        text="A name is enough to start a notebook. Everything else can wait until you need it."
      />
    </div>
  );
}
