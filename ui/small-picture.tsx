import { type ReactNode, useRef } from "react";
import { joinClassNames } from "./class-names.ts";
import { usePicture } from "./pictures.tsx";
import styles from "./small-picture.module.css";
import { useIsNear } from "./use-is-near.ts";

type SmallPictureProps = {
  /** The picture's path on this server; null where there is none. */
  path: string | null;
  /** Empty for a picture that only decorates. */
  alt: string;
  /** Sets the box's size, which doesn't change when the picture arrives. */
  className?: string | undefined;
  /** Shown until the picture is loaded, and when there is none. */
  children?: ReactNode;
};

/** A small picture that fills its box, loaded when it comes near the screen. */
export function SmallPicture({ path, alt, className, children }: SmallPictureProps) {
  const box = useRef<HTMLSpanElement>(null);
  const isNear = useIsNear(box, path !== null);
  const url = usePicture(isNear ? path : null);
  return (
    <span ref={box} className={joinClassNames(styles.box, className)}>
      {url ? <img src={url} alt={alt} /> : children}
    </span>
  );
}
