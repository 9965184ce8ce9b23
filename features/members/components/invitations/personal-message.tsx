import styles from "./personal-message.module.css";

/** The inviter's message with its line breaks; renders nothing without one. */
export function PersonalMessage({ text }: { text: string | null }) {
  return text ? <blockquote className={styles.message}>{text}</blockquote> : null;
}
