import { ActionIcon } from "@mantine/core";
import { IconDots, IconDownload, IconTrash } from "@tabler/icons-react";
import { memo, useState } from "react";
import type { Attachment } from "../../../lib/api.ts";
import { getPicturePath, hasSmallVersion } from "../../../lib/file-paths.ts";
import { t } from "../../../lib/words/t.ts";
import { RowMenu } from "../../../ui/row-menu.tsx";
import { SmallPicture } from "../../../ui/small-picture.tsx";
import { FileIcon } from "./file-icon.tsx";
import { OriginalPicture } from "./original-picture.tsx";
import styles from "./picture-tile.module.css";

type PictureTileProps = {
  attachment: Attachment;
  onDownload: (attachment: Attachment) => Promise<void>;
  onPreview: (attachment: Attachment) => void;
  onDelete: (attachment: Attachment) => void;
};

/** A picture among the attachments of a note: a press opens it, its menu has the rest. */
export const PictureTile = memo(function PictureTile(props: PictureTileProps) {
  const { attachment, onDownload, onPreview, onDelete } = props;
  const { _id, filename, description } = attachment;
  const [isOpen, setIsOpen] = useState(false);
  const more = t("attachments.moreFor", { filename });
  const icon = <FileIcon type={attachment.previewType!} />;
  return (
    <li id={`file-${attachment._id}`} className={styles.tile}>
      <button type="button" className={styles.open} onClick={() => onPreview(attachment)}>
        <span className="visually-hidden">
          {t("attachments.viewPicture", { filename, isDescribed: String(description !== "") })}
        </span>
        {hasSmallVersion(attachment) ? (
          <SmallPicture path={getPicturePath(_id)} alt={description} className={styles.picture}>
            {icon}
          </SmallPicture>
        ) : (
          <OriginalPicture attachment={attachment} className={styles.picture}>
            {icon}
          </OriginalPicture>
        )}
      </button>
      <div className={styles.caption}>
        <p className={styles.name} title={filename}>
          <bdi>{filename}</bdi>
        </p>
        <RowMenu
          name={more}
          width={220}
          isOpen={isOpen}
          onToggle={setIsOpen}
          opener={(opener) => (
            <ActionIcon {...opener} className="no-print" variant="subtle" size={44} aria-label={more}>
              <IconDots aria-hidden="true" />
            </ActionIcon>
          )}
        >
          {(close, Menu) => (
            <>
              <Menu.Item
                leftSection={<IconDownload size={20} aria-hidden="true" />}
                onClick={() => {
                  close();
                  void onDownload(attachment);
                }}
              >
                {t("attachments.download")}
              </Menu.Item>
              {attachment.canDelete && (
                <Menu.Item
                  leftSection={<IconTrash size={20} aria-hidden="true" />}
                  onClick={() => {
                    close();
                    onDelete(attachment);
                  }}
                >
                  {t("attachments.delete")}
                </Menu.Item>
              )}
            </>
          )}
        </RowMenu>
      </div>
    </li>
  );
});
