import { useRef } from "react";
import { InitialsAvatar } from "./initials-avatar.tsx";
import styles from "./photo-avatar.module.css";
import { usePicture } from "./pictures.tsx";
import { useIsNear } from "./use-is-near.ts";

/** The server stores a square of 192 px for each photo: enough for this size on a high-resolution screen. */
const SMALL_UP_TO = 96;

type PhotoAvatarProps = {
  /** The person's name, for the initials when there is no photo. */
  name: string | null | undefined;
  /** From the server; only its path is used, so it can never lead to another server. */
  avatarUrl: string | null | undefined;
  /** Width and height in px. */
  size?: number;
};

/**
 * The photo of a notebook or of a person, or initials. It is loaded when it becomes visible. Decorative: the name is
 * next to it.
 */
export function PhotoAvatar({ name, avatarUrl, size = 40 }: PhotoAvatarProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const isNear = useIsNear(frame, Boolean(avatarUrl));
  const path = avatarUrl ? picturePath(avatarUrl, size) : null;
  const url = usePicture(isNear ? path : null);
  return (
    <span ref={frame} className={styles.frame} style={{ width: size, height: size }} aria-hidden="true">
      {url ? <img src={url} alt="" className={styles.photo} /> : <InitialsAvatar name={name} size={size} />}
    </span>
  );
}

function picturePath(avatarUrl: string, size: number): string {
  const { pathname } = new URL(avatarUrl, window.location.origin);
  return size <= SMALL_UP_TO ? `${pathname}?size=small` : pathname;
}
