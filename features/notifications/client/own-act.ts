import type { ConvexReactClient } from "convex/react";
import { api } from "../../../lib/api.ts";

/**
 * Whoever adds a place of their notifications has seen that they did: its message is for their other devices, and doesn't
 * ring the bell. A mark that can't be kept doesn't stand in the way.
 */
export async function markOwnActSeen(convex: ConvexReactClient): Promise<void> {
  try {
    const { page } = await convex.query(api.notifications.pageNotifications, {
      paginationOpts: { numItems: 1, cursor: null },
    });
    const [newest] = page;
    if (newest?.security?.act === "device-added" && newest.seenAt === null)
      await convex.mutation(api.notifications.markSeen, { notificationId: newest._id });
  } catch (error) {
    console.warn("the bell counts one's own act", error);
  }
}
