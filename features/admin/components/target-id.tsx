import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import styles from "./target-id.module.css";

/** How many characters of an id a table shows (workspace 9). */
const SHOWN = 8;

/** The beginning of an id; hovering shows all of it, a click copies it. */
export function TargetId({ id }: { id: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(id);
      notifySuccess("ID copied.");
    } catch (error) {
      console.error("copying failed", error);
      notifyFailure(`The ID could not be copied: ${id}`);
    }
  }
  return (
    <button type="button" className={styles.id} title={id} onClick={() => void copy()}>
      {id.slice(0, SHOWN)}
      <span className="visually-hidden">, copy the whole ID</span>
    </button>
  );
}
