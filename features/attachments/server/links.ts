import { findBearerOfLink, nullIfRefused } from "../../../server/access/link_bearer.ts";
import type { Room } from "../../../server/rooms.ts";
import { formatContentDisposition, getServedType } from "../../../server/storage/disposition.ts";
import { mayUseAttachment } from "./access.ts";
import { findFile } from "./data.ts";
import { receiveFile } from "./receive_file.ts";

/** The signed payloads of links to attachment files, and their handlers. */
export const fileLinks = {
  upload: (grantId: string) => ({ use: "upload", grantId }),
  download: (of: { attachmentId: string; userId: string; preview: boolean }) => ({ use: "download", ...of }),
};

type Download = ReturnType<typeof fileLinks.download>;

export const linkHandlers: Room["links"] = {
  upload: {
    receive: (parts, { grantId }, incoming) => receiveFile(parts, grantId as string, incoming),
  },
  download: {
    async find({ database: { db } }, link) {
      const { attachmentId, userId, preview } = link as Download;
      const caller = await findBearerOfLink(db, userId);
      const access = await mayUseAttachment("attachments.see")
        .resolve(caller, { attachmentId })
        .catch(nullIfRefused);
      const file = access && (await findFile(db, access));
      return (
        file && { ...file, type: getServedType(file), disposition: formatContentDisposition(file, preview) }
      );
    },
  },
};
