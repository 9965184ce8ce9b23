import styles from "./sample-diary.module.css";

const notes = [
  {
    icon: "📝",
    title: "A good morning",
    who: "Anna",
    text: "Slept through. Ate porridge and half a pear, walked to the gate and back.",
  },
  {
    icon: "💊",
    title: "Current Medications - March 5, 2025",
    who: "Nurse Petra",
    text: "The evening dose is halved from today; see how the ankles look on Friday.",
  },
  {
    icon: "📅",
    title: "Physiotherapy",
    who: "Jonas",
    text: "Next visit on Thursday at 10. She wants to try the stairs.",
  },
];

/** A page of an invented notebook, as live markup. */
export function SampleDiary() {
  return (
    <ul className={styles.notes}>
      {notes.map(({ icon, title, who, text }) => (
        <li key={title} className={styles.note}>
          <span aria-hidden="true" className={styles.icon}>
            {icon}
          </span>
          <div>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
            <p className={styles.who}>{who}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
