import { Button, Group } from "@mantine/core";
import { IconPhoto, IconTrash } from "@tabler/icons-react";
import { useAction, useMutation, useQuery } from "convex/react";
import { type ChangeEvent, useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { writeIssue } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifySuccess } from "../../../ui/notify.ts";
import { PhotoAvatar } from "../../../ui/photo-avatar.tsx";
import { cropSquare } from "../../avatars/client/public.ts";
import styles from "./own-picture.module.css";
import { Section } from "./section.tsx";

/** The person's picture, which those see who share a notebook with them: choose, change, remove. */
export function OwnPicture() {
  const me = useQuery(api.users.getCurrentUser, {});
  const upload = useAction(api.diaryAvatars.uploadAvatarFromDataUrl);
  const update = useMutation(api.users.updatePicture);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);

  async function save(change: () => Promise<unknown>, done: string) {
    setIsBusy(true);
    setProblem(null);
    try {
      await change();
      notifySuccess(done);
    } catch (error) {
      console.error("Failed to change the picture", error);
      setProblem(getErrorMessage(error, t("account.pictureFailed")));
    } finally {
      setIsBusy(false);
    }
  }

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const chosen = currentTarget.files?.[0];
    // Reset, so that choosing the same file again is a change.
    currentTarget.value = "";
    if (!chosen) return;
    let dataUrl: string;
    try {
      dataUrl = await cropSquare(chosen);
    } catch (error) {
      return setProblem((error as Error).message);
    }
    await save(async () => {
      await update({ avatarUrl: await upload({ dataUrl, filename: "picture.jpg" }) });
    }, t("account.pictureSaved"));
  }

  // It has its place from the start: parts below must not move away under a finger.
  const avatarUrl = me?.avatarUrl ?? null;
  return (
    <Section title={t("account.picture")}>
      <div className={styles.picture}>
        <PhotoAvatar name={me?.name ?? ""} avatarUrl={avatarUrl} size={96} />
        <div className={styles.words}>
          <p>{t("account.whoSees", { hasPicture: String(Boolean(avatarUrl)) })}</p>
          <Group>
            <Button
              variant="default"
              loading={isBusy}
              disabled={!me}
              leftSection={<IconPhoto size={20} aria-hidden="true" />}
              aria-describedby={problem ? "picture-problem" : undefined}
              onClick={() => file.current?.click()}
            >
              {t(avatarUrl ? "account.changePicture" : "account.choosePicture")}
            </Button>
            {avatarUrl && (
              <Button
                variant="subtle"
                color="red"
                disabled={isBusy}
                leftSection={<IconTrash size={20} aria-hidden="true" />}
                onClick={() => save(() => update({ avatarUrl: null }), t("account.pictureRemoved"))}
              >
                {t("account.removePicture")}
              </Button>
            )}
          </Group>
          {problem && (
            <p id="picture-problem" role="alert" className={styles.problem}>
              {writeIssue(problem)}
            </p>
          )}
        </div>
      </div>
      <input ref={file} type="file" accept="image/*" hidden data-picture="own" onChange={choose} />
    </Section>
  );
}
