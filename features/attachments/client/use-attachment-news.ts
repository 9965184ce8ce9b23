import { useEffect, useRef } from "react";
import type { Attachment } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";

/** Announces new attachments since the list was first shown, both the viewer's own and others'. */
export function useAttachmentNews(
  attachments: Attachment[] | undefined,
  viewerId: string | undefined,
  announce: (news: string) => void,
): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!attachments) return;
    const before = known.current;
    known.current = new Set(attachments.map(({ _id }) => _id));
    const added = before ? attachments.filter(({ _id }) => !before.has(_id)) : [];
    if (added.length > 0)
      announce(added.map((attachment) => describeAttachmentNews(attachment, viewerId)).join(" "));
  }, [attachments, viewerId, announce]);
}

const describeAttachmentNews = (
  { filename, uploaderId, uploaderName }: Attachment,
  viewerId: string | undefined,
) =>
  uploaderId === viewerId
    ? t("attachments.uploaded", { filename })
    : t("attachments.new", { name: uploaderName.trim() || t("notewords.unknown"), filename });
