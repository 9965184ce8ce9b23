import { Counter, Histogram, type Registry } from "prom-client";
import type { DeliveryObserver } from "../rooms.ts";

/** A reminder is planned and sent each second; a lock screen that shows it a minute late is late. */
const LATENESS_SECONDS = [1, 2, 5, 10, 30, 60, 300, 3600];

/** Counts outcomes of notifications, and how late they are sent. */
export function createDeliveryMetrics(registry: Registry): DeliveryObserver {
  const registers = [registry];
  const sent = new Counter({
    name: "notifications_sent_total",
    help: "Attempts to send notifications, by channel and outcome: sent, later (to be tried again), failed, misconfigured, gone, dropped (settled, seen or hidden meanwhile), or digest (left to the mail of the day)",
    labelNames: ["channel", "outcome"],
    registers,
  });
  const lateness = new Histogram({
    name: "notification_lateness_seconds",
    help: "From the moment at which a notification was to be sent to that at which its service had taken it; of mail, to that at which its letter was written",
    labelNames: ["channel"],
    buckets: LATENESS_SECONDS,
    registers,
  });
  const replaced = new Counter({
    name: "notification_replacements_total",
    help: "Attempts to replace what devices show of a settled matter, by channel and outcome",
    labelNames: ["channel", "outcome"],
    registers,
  });
  const replacing = new Histogram({
    name: "notification_replacement_seconds",
    help: "From the moment at which a matter was settled or seen to that at which devices were told",
    labelNames: ["channel"],
    buckets: LATENESS_SECONDS,
    registers,
  });
  const mails = new Counter({
    name: "mails_sent_total",
    help: "Attempts to send mails of all kinds, by outcome: sent, later (to be tried again), misconfigured (the same, but the server refuses this installation), failed (given up)",
    labelNames: ["outcome"],
    registers,
  });
  // Known from the start, so that the first failure is an increase.
  for (const outcome of ["sent", "later", "failed", "misconfigured"]) mails.inc({ outcome }, 0);
  return {
    onMail: (outcome) => mails.inc({ outcome }),
    onReplacement({ channel, outcome, settledAt }) {
      replaced.inc({ channel, outcome });
      if (outcome === "sent") replacing.observe({ channel }, Math.max(0, (Date.now() - settledAt) / 1000));
    },
    onDelivery({ channel, outcome, dueAt }) {
      sent.inc({ channel, outcome });
      // The clocks of this machine and of the database may differ a little.
      if (outcome === "sent") lateness.observe({ channel }, Math.max(0, (Date.now() - dueAt) / 1000));
    },
  };
}
