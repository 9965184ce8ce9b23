import { api, type TestPerson } from "./people.ts";
import { startPushService } from "./push_service.ts";
import { startServiceOfSomebody } from "./service_of_somebody.ts";

/** What a browser is given to show. */
export type Shown = { title: string; body: string; silent: boolean; renotify: boolean; tag: string };

/** A push service and a service that somebody names, which keep what a server sends there, and browsers at the first. */
export async function startDevices() {
  const push = await startPushService();
  const receiver = await startServiceOfSomebody();
  const messagesTo = (endpoint: string): Shown[] =>
    push.received
      .filter((each) => each.endpoint === endpoint)
      .map(({ text }) => {
        const { title, body, silent, renotify = false, tag } = JSON.parse(text).notification;
        return { title, body, silent, renotify, tag };
      });
  return {
    push,
    receiver,
    /** With this a server may send there. */
    outgoing: { pushHosts: [push.host], allow: ["127.0.0.1"] },
    /** Turns notifications on in a browser of somebody; returns its address at the push service. */
    async addBrowser({ http }: TestPerson, detail: "nothing" | "who" | "what"): Promise<string> {
      const subscription = push.subscribe();
      const { deviceId } = await http.action(api.notifications.addPushDevice, {
        ...subscription,
        label: "phone",
      });
      await http.mutation(api.notifications.changeTarget, { deviceId, detail });
      return subscription.endpoint;
    },
    /** All messages that came for a browser. */
    messagesTo,
    /** What it shows: the last message of each tag, as the worker replaces them. */
    shownBy: (endpoint: string): Shown[] => [
      ...new Map(messagesTo(endpoint).map((message) => [message.tag, message])).values(),
    ],
    forget() {
      push.received.length = 0;
      receiver.received.length = 0;
    },
    async close() {
      await push.close();
      await receiver.close();
    },
  };
}

export type Devices = Awaited<ReturnType<typeof startDevices>>;
