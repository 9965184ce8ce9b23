import { Link } from "@tanstack/react-router";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import plain from "../../../ui/plain.module.css";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { SampleDiary } from "../components/sample-diary.tsx";
import styles from "./landing.module.css";

const audiences = [
  { name: "Families", text: "who want to know how the day went" },
  { name: "Caregivers", text: "who pass on what they saw" },
  { name: "Care teams", text: "who share one plan" },
  { name: "Clinicians", text: "who need the story in order" },
];

const features = [
  { name: "Notes", text: "Dated notes with tags, comments and files, for everybody or only for you." },
  { name: "Events and timeline", text: "What happened and what comes next, in the order of the days." },
  { name: "Task scheduling", text: "Care programs become tasks with a day, a time and a person." },
  { name: "Meeting recording", text: "Record the visit. The recording stays in your browser." },
];

/** The landing page: what this is, for whom, and a page of a notebook to look at. */
export function LandingScreen() {
  usePageTitle(PRODUCT_NAME);
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <h1 className={styles.headline}>One notebook for everyone who cares</h1>
        <p className={styles.lead}>
          Keep the notes, tasks and plans for the person you look after in one place, and share it with
          family, caregivers and clinicians.
        </p>
        <div className={styles.actions}>
          <Link to="/sign-up" className={plain.primary}>
            Start Your Care Diary
          </Link>
          <Link to="/" hash="demo" className={plain.secondary} activeProps={{}}>
            See Demo
          </Link>
        </div>
      </section>
      <section aria-labelledby="audiences">
        <h2 id="audiences">Made for</h2>
        <ul className={styles.tiles}>
          {audiences.map(({ name, text }) => (
            <li key={name} className={styles.tile}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section id="features" aria-labelledby="features-heading">
        <h2 id="features-heading">Features</h2>
        <ul className={styles.tiles}>
          {features.map(({ name, text }) => (
            <li key={name} className={styles.tile}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section id="families" aria-labelledby="families-heading">
        <h2 id="families-heading">For Families</h2>
        <p>
          Invite brothers, sisters and neighbours with the right to read or to write. You decide who sees
          what.
        </p>
      </section>
      <section id="clinicians" aria-labelledby="clinicians-heading">
        <h2 id="clinicians-heading">For Clinicians</h2>
        <p>Read an organised history: medications as they are now, what changed, and how a program went.</p>
      </section>
      <section id="demo" aria-labelledby="demo-heading">
        <h2 id="demo-heading">A page of a care notebook</h2>
        <SampleDiary />
        <p>
          <a href="/demo">Explore Full Demo</a>
        </p>
      </section>
      <section className={styles.closing} aria-labelledby="closing">
        <h2 id="closing">Begin with one note</h2>
        <p>A name is enough to start. Everything else can wait.</p>
        <Link to="/sign-up" className={plain.primary}>
          Get Started
        </Link>
      </section>
    </div>
  );
}
