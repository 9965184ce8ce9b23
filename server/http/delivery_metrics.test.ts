import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { createDeliveryMetrics } from "./delivery_metrics.ts";

it("counts replacements and mails by what became of them", async () => {
  const registry = new Registry();
  const { onReplacement, onMail } = createDeliveryMetrics(registry);
  onReplacement({ channel: "push", outcome: "sent", settledAt: Date.now() - 3_000 });
  onReplacement({ channel: "push", outcome: "failed", settledAt: Date.now() });
  onMail("sent");
  onMail("later");
  const text = await registry.metrics();
  expect(text).toContain('notification_replacements_total{channel="push",outcome="sent"} 1');
  expect(text).toContain('notification_replacements_total{channel="push",outcome="failed"} 1');
  expect(text).toContain('notification_replacement_seconds_bucket{le="5",channel="push"} 1');
  expect(text).toContain('notification_replacement_seconds_count{channel="push"} 1');
  expect(text).toMatch(/mails_sent_total{outcome="sent"} 1\n.*"later"} 1\n.*"failed"} 0/);
});

it("counts what became of notifications, and times only those that were sent", async () => {
  const registry = new Registry();
  const { onDelivery } = createDeliveryMetrics(registry);
  onDelivery({ channel: "push", outcome: "sent", dueAt: Date.now() - 20_000 });
  onDelivery({ channel: "push", outcome: "sent", dueAt: Date.now() + 5_000 });
  onDelivery({ channel: "push", outcome: "later", dueAt: Date.now() - 90_000 });
  const text = await registry.metrics();
  expect(text).toContain('notifications_sent_total{channel="push",outcome="sent"} 2');
  expect(text).toContain('notifications_sent_total{channel="push",outcome="later"} 1');
  expect(text).toContain('notification_lateness_seconds_bucket{le="1",channel="push"} 1');
  expect(text).toContain('notification_lateness_seconds_bucket{le="30",channel="push"} 2');
  expect(text).toContain('notification_lateness_seconds_count{channel="push"} 2');
});
