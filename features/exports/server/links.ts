import { findBearerOfLink, nullIfRefused } from "../../../server/access/link_bearer.ts";
import type { Room } from "../../../server/rooms.ts";
import { formatContentDisposition } from "../../../server/storage/disposition.ts";
import { EXPORT_CONTENT_TYPES } from "../rules.ts";
import { mayUseExport } from "./access.ts";
import { findFile } from "./data.ts";
import { getKinds } from "./kinds.ts";

type ExportLink = { use: string; exportId: string; userId: string };

/** The link to the file of one export. */
export const exportLink = (of: { exportId: string; userId: string }): ExportLink => ({
  use: "export",
  ...of,
});

export const linkHandlers: Room["links"] = {
  export: {
    async find({ database: { db }, rooms }, link) {
      const { exportId, userId } = link as ExportLink;
      const caller = await findBearerOfLink(db, userId);
      const access = await mayUseExport(getKinds(rooms), "make")
        .resolve(caller, { exportId })
        .catch(nullIfRefused);
      const file = access && (await findFile(db, access));
      return (
        file && {
          ...file,
          type: EXPORT_CONTENT_TYPES[file.format],
          disposition: formatContentDisposition({ ...file, previewType: null }, false),
        }
      );
    },
  },
};
