/** The name of a backup contains when it was begun (UTC), so that a directory or a bucket alone shows the due ones. */
const NAME = /^carediary-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.tar(?:\.age)?$/;

/** A backup that was made by plan; `at`: when it was begun, epoch ms. */
export type BackupFile = { at: number; name: string };

/** The name of a backup that begins now; its ending shows whether it is encrypted. */
export const getBackupName = (at: number, isEncrypted: boolean): string =>
  `carediary-${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar${isEncrypted ? ".age" : ""}`;

/** Whether a backup of that name is encrypted. */
export const isEncrypted = ({ name }: BackupFile): boolean => name.endsWith(".age");

export const isBackupName = (name: string): boolean => NAME.test(name);

/** Those names that are of backups, oldest first. */
export function getBackupsAmong(names: readonly string[]): BackupFile[] {
  return names
    .flatMap((name) => {
      const time = name.match(NAME)?.[1];
      if (!time) return [];
      const [day, clock] = time.split("T");
      return [{ at: Date.parse(`${day}T${clock!.replaceAll("-", ":")}Z`), name }];
    })
    .sort((a, b) => a.at - b.at);
}
