import { IconBell } from "@tabler/icons-react";
import { api } from "../../../lib/api.ts";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { t } from "../../../lib/words/t.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { DEFAULT_CLOCK_HOURS } from "../rules/clock.ts";
import { formatExample } from "../rules/message-words.ts";
import type { Detail } from "../rules.ts";
import styles from "./settings.module.css";

/** Where nobody is cared for yet. */
const EXAMPLE_NAME = "Rosa Blum";

/** What a message of a dose shows before the phone is unlocked, about the person of the reader's first notebook. */
export function LockScreenPreview({ detail }: { detail: Detail }) {
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {});
  const name =
    notebooks?.map(({ details }) => details.fullName.trim()).find((each) => each !== "") ?? EXAMPLE_NAME;
  const { title, body } = formatExample(detail, name, DEFAULT_CLOCK_HOURS);
  return (
    <figure className={styles.preview} aria-label={t("devices.example")}>
      <IconBell size={20} aria-hidden />
      <span className={styles.words}>
        <span className={styles.soft}>{PRODUCT_NAME}</span>
        <span className={styles.name}>{title}</span>
        {body}
      </span>
    </figure>
  );
}
