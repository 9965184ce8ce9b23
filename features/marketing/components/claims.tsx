import { IconDatabaseExport, IconLock, IconServerBolt } from "@tabler/icons-react";
import styles from "./claims.module.css";

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
            AES-256 encryption<sup aria-hidden="true">1</sup>
          </span>
        </li>
        <li>
          <IconServerBolt aria-hidden="true" />{" "}
          <span>
            99.9% uptime<sup aria-hidden="true">2</sup>
          </span>
        </li>
        <li>
          <IconDatabaseExport aria-hidden="true" />{" "}
          <span>
            Daily backups<sup aria-hidden="true">2</sup>
          </span>
        </li>
      </ul>
      <div className={styles.notes}>
        <p>
          <sup aria-hidden="true">1</sup> Notes marked as encrypted, the comments on them and their files are
          encrypted at rest with AES-256. How the server's disks are encrypted is up to its operator.{" "}
          <a href="/security#encryption">How encryption works here</a>
        </p>
        <p>
          <sup aria-hidden="true">2</sup> Uptime and daily backups describe the hosted service, as its
          operator provides it. On a server of your own they are yours to see to.
        </p>
      </div>
    </div>
  );
}
