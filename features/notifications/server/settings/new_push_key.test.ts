import { afterAll, beforeAll, expect, it } from "vitest";
import { deletePushKey } from "../../../../server/auth/push_key_data.ts";
import { createLog } from "../../../../server/log.ts";
import { openOutgoing } from "../../../../server/outgoing/outgoing.ts";
import { SECRET } from "../../../../test/node.ts";
import { api, createPerson } from "../../../../test/people.ts";
import { type PushService, startPushService } from "../../../../test/push_service.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { disablePushDevices } from "./targets_data.ts";

let push: PushService;
let service: Service;
const settings = () => ({ pushHosts: [push.host], allow: ["127.0.0.1"] });
beforeAll(async () => {
  push = await startPushService();
  service = await startService({ outgoing: settings() });
});
afterAll(async () => {
  await service.close();
  await push.close();
});

it("a new key of the operator ends the subscriptions, and the same device subscribes again in its old place", async () => {
  const { db } = service.database;
  const { http } = await createPerson(service, "Olga");
  const { publicKey } = await http.action(api.notifications.getPushKey, {});
  const former = push.subscribe(publicKey);
  const { deviceId } = await http.action(api.notifications.addPushDevice, { ...former, label: "phone" });
  await deletePushKey(db);
  expect(await disablePushDevices(db)).toBe(1);
  const list = () => http.query(api.notifications.listTargets, {});
  expect(await list()).toMatchObject([{ disabledAt: expect.any(Number) }]);

  // Another node, which starts now, makes the new one.
  const outgoing = await openOutgoing(
    { baseUrl: service.url, mailFrom: "care@example.org", outgoing: { ...settings(), pushContact: null } },
    { db, secret: SECRET, log: createLog("silent") },
  );
  const newKey = await outgoing.push.publicKey();
  await outgoing.close();
  expect(newKey).not.toBe(publicKey);
  const again = await http.action(api.notifications.addPushDevice, {
    ...push.subscribe(newKey),
    label: "phone",
    formerEndpoint: former.endpoint,
  });
  expect(again).toEqual({ deviceId });
  expect(await list()).toMatchObject([{ label: "phone", disabledAt: null }]);
});
