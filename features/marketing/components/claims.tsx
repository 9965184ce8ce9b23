import { IconDatabaseExport, IconLock, IconServerBolt } from "@tabler/icons-react";
import { t } from "../../../lib/words/t.ts";
import styles from "./claims.module.css";
import { Linked } from "./prose.tsx";

/**
 * The claims about safety (workspace 9). Encryption is a feature of the program; uptime and backups are provided by the
 * operator of the hosted service, as the note below explains.
 */
export function Claims() {
  return (
    <div className={styles.block}>
      <ul>
        <li>
          <IconLock aria-hidden="true" />{" "}
          <span>
            {t("publicframe.claimEncryption")}
            <sup aria-hidden="true">1</sup>
          </span>
        </li>
        <li>
          <IconServerBolt aria-hidden="true" />{" "}
          <span>
            {t("publicframe.claimUptime")}
            <sup aria-hidden="true">2</sup>
          </span>
        </li>
        <li>
          <IconDatabaseExport aria-hidden="true" />{" "}
          <span>
            {t("publicframe.claimBackups")}
            <sup aria-hidden="true">2</sup>
          </span>
        </li>
      </ul>
      <div className={styles.notes}>
        <p>
          <sup aria-hidden="true">1</sup> <Linked text="publicframe.noteEncryption" />
        </p>
        <p>
          <sup aria-hidden="true">2</sup> {t("publicframe.noteOperator")}
        </p>
      </div>
    </div>
  );
}
