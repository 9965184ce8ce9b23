import { Button } from "@mantine/core";
import { IconCamera, IconPhoto, IconTrash } from "@tabler/icons-react";
import { type ChangeEvent, useRef, useState } from "react";
import { writeIssue } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import { PhotoAvatar } from "../../../ui/photo-avatar.tsx";
import { type OpenPicture, openPicture } from "../../avatars/client/public.ts";
import { getFieldLabel } from "../client/notebook-facts.ts";
import { isChosenHere } from "../client/notebook-values.ts";

import styles from "./avatar-field.module.css";

const CropDialog = createLazyPart(() => import("./crop-dialog.tsx").then((m) => m.CropDialog));

const SIZE = 96;

type AvatarFieldProps = {
  /** The subject's name, for the initials. */
  name: string;
  /** As in the form's values: a URL, a `data:` URL, or null. */
  photo: string | null;
  onChange: (photo: string | null) => void;
};

/** The notebook's photo: select or take, crop, show, remove. */
export function AvatarField({ name, photo, onChange }: AvatarFieldProps) {
  const [picture, setPicture] = useState<OpenPicture | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const selectedFile = currentTarget.files?.[0];
    // Reset, so that selecting the same file again fires a change.
    currentTarget.value = "";
    if (!selectedFile) return;
    setProblem(null);
    try {
      setPicture(await openPicture(selectedFile));
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  function close() {
    picture?.release();
    setPicture(null);
  }

  function setPhoto(cropped: string) {
    onChange(cropped);
    close();
  }

  return (
    <fieldset className={styles.field}>
      <legend className="visually-hidden">{getFieldLabel("photo")}</legend>
      {isChosenHere(photo) ? (
        <img src={photo} alt="" width={SIZE} height={SIZE} className={styles.chosen} />
      ) : (
        <PhotoAvatar name={name} avatarUrl={photo} size={SIZE} />
      )}
      <div className={styles.controls}>
        <div className={styles.buttons}>
          <Button
            variant="default"
            leftSection={<IconPhoto size={20} aria-hidden="true" />}
            aria-describedby={problem ? "photo-problem" : undefined}
            onClick={() => file.current?.click()}
          >
            {photo ? t("notebookform.changePhoto") : t("notebookform.choosePhoto")}
          </Button>
          <Button
            variant="default"
            className={styles.camera}
            leftSection={<IconCamera size={20} aria-hidden="true" />}
            onClick={() => camera.current?.click()}
          >
            {t("notebookform.takePhoto")}
          </Button>
          {photo && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={20} aria-hidden="true" />}
              onClick={() => onChange(null)}
            >
              {t("notebookform.removePhoto")}
            </Button>
          )}
        </div>
        {problem && (
          <p id="photo-problem" role="alert" className={styles.problem}>
            {writeIssue(problem)}
          </p>
        )}
      </div>
      <input ref={file} type="file" accept="image/*" hidden data-photo="file" onChange={choose} />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        data-photo="camera"
        onChange={choose}
      />
      {picture && <CropDialog picture={picture} onDone={setPhoto} onCancel={close} />}
    </fieldset>
  );
}
