import { useMinute } from "../../../ui/use-now.ts";
import { useReceipts } from "../client/use-handover.ts";
import { formatReceipts } from "../rules/receipts.ts";
import styles from "./receipts.module.css";

type ReceiptsProps = {
  diaryId: string;
  timeZone: string;
  /** When the newest entry on the page was recorded. */
  newestAt: number;
};

/** The other members who have read the page: "Ben has read up to 14:05, Ana not since yesterday 20:10". */
export function Receipts({ diaryId, timeZone, newestAt }: ReceiptsProps) {
  const now = useMinute();
  const receipts = useReceipts(diaryId);
  const words = receipts && formatReceipts(receipts, newestAt, { now, timeZone });
  return words ? <p className={styles.receipts}>{words}</p> : null;
}
