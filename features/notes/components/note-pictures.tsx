import { IconPhoto } from "@tabler/icons-react";
import type { NoteSummary } from "../../../lib/api.ts";
import { getPicturePath } from "../../../lib/file-paths.ts";
import { SmallPicture } from "../../../ui/small-picture.tsx";
import styles from "./note-card.module.css";

/** The first pictures of a note on its card. Decorative: the number of attachments is shown below. */
export const NotePictures = ({ shown, more }: NonNullable<NoteSummary["pictures"]>) => (
  <div className={styles.pictures} aria-hidden="true">
    {shown.map((id) => (
      <SmallPicture key={id} path={getPicturePath(id)} alt="" className={styles.picture}>
        <IconPhoto size={22} />
      </SmallPicture>
    ))}
    {more > 0 && <span className={styles.more}>+{more}</span>}
  </div>
);
