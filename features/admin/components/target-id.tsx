import { t } from "../../../lib/words/t.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { Rich } from "../../../ui/rich.tsx";
import styles from "./target-id.module.css";

/** How many characters of an id a table shows (workspace 9). */
const SHOWN = 8;

/** The beginning of an id; hovering shows all of it, a click copies it. */
export function TargetId({ id }: { id: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(id);
      notifySuccess(t("admintables.idCopied"));
    } catch (error) {
      console.error("copying failed", error);
      notifyFailure(t("admintables.idNotCopied", { id }));
    }
  }
  return (
    <button type="button" className={styles.id} title={id} onClick={() => void copy()}>
      <Rich text="admintables.copyId" values={{ start: id.slice(0, SHOWN) }} />
    </button>
  );
}
