import styles from "./personal-message.module.css";

/** What the inviter wrote, as they broke the lines; nothing without a message. */
export function PersonalMessage({ text }: { text: string | null }) {
  return text ? <blockquote className={styles.message}>{text}</blockquote> : null;
}
