import { Button } from "@mantine/core";
import { IconCamera, IconPaperclip } from "@tabler/icons-react";
import { type ChangeEvent, useRef } from "react";
import styles from "./add-files.module.css";

/** Selects files of this device, or takes a picture with its camera. */
export function AddFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);

  function addFiles({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    onFiles([...(currentTarget.files ?? [])]);
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
        Add files
      </Button>
      <Button
        className={styles.camera}
        variant="default"
        leftSection={<IconCamera size={20} aria-hidden="true" />}
        onClick={() => camera.current!.click()}
      >
        Take a photo
      </Button>
      <input ref={files} type="file" multiple hidden onChange={addFiles} />
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={addFiles} />
      <p className={styles.hint}>
        Each smaller than 10 MB.
        <span className={styles.desk}> You can also drop files here, or paste a picture.</span>
      </p>
    </div>
  );
}
