import { z } from "zod";
import type { Lock } from "../backup/encryption.ts";
import type { StorageConfig } from "./storage.ts";
import { ConfigError, defineFlag, defineText } from "./values.ts";

/** Backups that a node makes by itself; null without BACKUP_DIR. */
export type BackupConfig = {
  /** An absolute path or one below the working directory; only this node's, so that each node may have its own. */
  directory: string;
  /** Times of the day in UTC, minutes after midnight, in order. */
  minutes: number[];
  /** How many whole backups stay; the oldest go when a new one is whole. */
  keep: number;
  lock: Lock | null;
  withKeys: boolean;
  /** Whether each is also copied to the bucket of STORAGE. */
  bucket: boolean;
} | null;

const MAX_KEPT = 1000;

export const backupSettings = {
  BACKUP_DIR: defineText("a directory").optional(),
  BACKUP_AT: defineText("times of the day in UTC with commas between them, such as 03:30 or 03:30,15:30")
    .regex(/^([01]\d|2[0-3]):[0-5]\d(,([01]\d|2[0-3]):[0-5]\d)*$/)
    .optional(),
  BACKUP_KEEP: defineText(`a whole number from 1 to ${MAX_KEPT}`)
    .regex(/^([1-9]\d{0,2}|1000)$/)
    .transform(Number)
    .optional(),
  BACKUP_PASSPHRASE: z.string("").min(12, "must have at least 12 characters").optional(),
  BACKUP_RECIPIENT: defineText("a public key of age, such as age1…")
    .regex(/^age1[0-9a-z]+$/)
    .optional(),
  BACKUP_WITH_KEYS: defineFlag().optional(),
  BACKUP_BUCKET: defineFlag().optional(),
};

type Values = { [Name in keyof typeof backupSettings]?: z.output<(typeof backupSettings)[Name]> };

/** @throws ConfigError for settings that don't go together */
export function readBackups(values: Values, { driver }: Pick<StorageConfig, "driver">): BackupConfig {
  if (!values.BACKUP_DIR) return null;
  const { BACKUP_PASSPHRASE: passphrase, BACKUP_RECIPIENT: recipient } = values;
  if (passphrase && recipient)
    throw new ConfigError("BACKUP_PASSPHRASE and BACKUP_RECIPIENT can't both be set.");
  const lock = passphrase ? { passphrase } : recipient ? { recipient } : null;
  if (values.BACKUP_WITH_KEYS && !lock) {
    throw new ConfigError(
      "BACKUP_WITH_KEYS needs BACKUP_PASSPHRASE or BACKUP_RECIPIENT: keys are never saved in clear.",
    );
  }
  if (values.BACKUP_BUCKET && driver === "local") {
    throw new ConfigError(
      "BACKUP_BUCKET needs a bucket: set STORAGE to s3 or gcs, or copy BACKUP_DIR by other means.",
    );
  }
  if (values.BACKUP_BUCKET && !lock) {
    throw new ConfigError(
      "BACKUP_BUCKET needs BACKUP_PASSPHRASE or BACKUP_RECIPIENT: what leaves this machine is encrypted.",
    );
  }
  return {
    directory: values.BACKUP_DIR,
    minutes: (values.BACKUP_AT ?? "03:30")
      .split(",")
      .map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
      .sort((a, b) => a - b),
    keep: values.BACKUP_KEEP ?? 7,
    lock,
    withKeys: values.BACKUP_WITH_KEYS ?? false,
    bucket: values.BACKUP_BUCKET ?? false,
  };
}
