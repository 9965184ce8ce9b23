import { Button, Checkbox } from "@mantine/core";
import { IconCamera, IconPaperclip } from "@tabler/icons-react";
import { type ChangeEvent, useRef, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import styles from "./add-files.module.css";

type AddFilesProps = {
  /** `keepsOriginals`: pictures are sent as they are, instead of smaller and without the data of camera and place. */
  onFiles: (files: File[], keepsOriginals: boolean) => void;
};

/** Selects files of this device, or takes a picture with its camera. */
export function AddFiles({ onFiles }: AddFilesProps) {
  const [keepsOriginals, setKeepsOriginals] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);

  function addFiles({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    onFiles([...(currentTarget.files ?? [])], keepsOriginals);
    // Reset, so that the same file can be selected again.
    currentTarget.value = "";
  }

  return (
    <div className={`${styles.add} no-print`}>
      <Button
        variant="default"
        leftSection={<IconPaperclip size={20} aria-hidden="true" />}
        onClick={() => files.current!.click()}
      >
        {t("files.add")}
      </Button>
      <Button
        className={styles.camera}
        variant="default"
        leftSection={<IconCamera size={20} aria-hidden="true" />}
        onClick={() => camera.current!.click()}
      >
        {t("files.takePhoto")}
      </Button>
      <input ref={files} type="file" multiple hidden onChange={addFiles} />
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={addFiles} />
      <Checkbox
        label={t("files.originals")}
        checked={keepsOriginals}
        onChange={(event) => setKeepsOriginals(event.currentTarget.checked)}
      />
      <p className={styles.hint}>
        {t("files.size")}
        <span className={styles.desk}> {t("files.drop")}</span>
      </p>
    </div>
  );
}
