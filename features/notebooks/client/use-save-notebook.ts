import { useAction, useConvex, useMutation } from "convex/react";
import { useRef } from "react";
import { api } from "../../../lib/api.ts";
import type { ZoneChangeMode } from "../rules.ts";
import { getSentFields, isChosenHere, type NotebookValues } from "./notebook-values.ts";

/** How often an interrupted upload is attempted. */
const TRIES = 3;

/**
 * Returns the photo's address, uploading it if it was selected here. If that fails it returns `former` without a
 * message (care-core 7).
 */
function usePhotoUpload(diaryId: string | undefined) {
  const upload = useAction(api.diaryAvatars.uploadAvatarFromDataUrl);
  // Saving again after another error doesn't upload the same picture again.
  const uploaded = useRef(new Map<string, string>());

  return async (photo: string | null, former: string | null): Promise<string | null> => {
    if (!isChosenHere(photo)) return photo;
    const known = uploaded.current.get(photo);
    if (known) return known;
    for (let attempt = 1; ; attempt++) {
      try {
        const url = await upload({ dataUrl: photo, filename: "photo.jpg", diaryId });
        uploaded.current.set(photo, url);
        return url;
      } catch (error) {
        console.warn("the photo could not be uploaded", error);
        // A refusal is final; a lost connection is worth a retry.
        const isRefused = typeof error === "object" && error !== null && "data" in error;
        if (isRefused || attempt === TRIES) return former;
      }
    }
  };
}

/** Creates a notebook from the form; resolves to its id. */
export function useCreateNotebook(): (values: NotebookValues) => Promise<string> {
  const create = useMutation(api.diaries.createDiaryWithPersonInfo);
  const photoUrl = usePhotoUpload(undefined);
  return async (values) =>
    create({ ...getSentFields(values), avatarUrl: (await photoUrl(values.photo, null)) ?? undefined });
}

/** The basis of the form: a version of the notebook's information and its photo. */
export type SavedVersion = { version: number; photo: string | null };

/** Saves the form over one version of a notebook; resolves to the new version. */
export function useUpdateNotebook(diaryId: string) {
  const convex = useConvex();
  const update = useMutation(api.diaries.updateDiaryWithPersonInfo);
  const photoUrl = usePhotoUpload(diaryId);
  return async (
    values: NotebookValues,
    base: SavedVersion,
    timedTasksKeep: ZoneChangeMode,
  ): Promise<SavedVersion> => {
    const photo = await photoUrl(values.photo, base.photo);
    await update({
      ...getSentFields(values),
      diaryId,
      // Absent keeps the photo, null removes it.
      avatarUrl: photo === base.photo ? undefined : photo,
      baseVersion: base.version,
      timedTasksKeep,
    });
    // Saving without changes creates no version; a higher version than expected is another user's.
    const now = await convex.query(api.diaries.getDiary, { diaryId });
    return {
      photo: now ? now.avatarUrl : photo,
      version: Math.min(now?.version ?? base.version, base.version + 1),
    };
  };
}
