import { api, type ServerCalls } from "../../../lib/api.ts";

/**
 * Marks the message about a new target as seen on the device that added it: it is for the other devices, and rings no
 * bell. A failure is ignored.
 */
export async function markOwnActSeen(convex: ServerCalls): Promise<void> {
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
