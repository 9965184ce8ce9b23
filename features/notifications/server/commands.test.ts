import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { OperatorError } from "../../../server/operator/command.ts";
import { SECRET } from "../../../test/node.ts";
import { runOperatorCommand } from "../../../test/operator.ts";
import { api, createPerson, type TestPerson } from "../../../test/people.ts";
import { type PushService, startPushService } from "../../../test/push_service.ts";
import { type Service, startService } from "../../../test/service.ts";
import { COMMANDS } from "./commands.ts";

let push: PushService;
let service: Service;
beforeAll(async () => {
  push = await startPushService();
  service = await startService({ outgoing: { pushHosts: [push.host], allow: ["127.0.0.1"] } });
});
afterAll(async () => {
  await service?.close();
  await push?.close();
});
afterEach(() => push.answerWith());

const emailOf = async ({ userId }: TestPerson) =>
  (await service.database.pool.query("select email from users where id = $1", [userId])).rows[0].email;

const send = async (person: TestPerson, secretKey = SECRET) =>
  runOperatorCommand(COMMANDS, `test-push ${await emailOf(person)}`, {
    database: service.database,
    config: {
      secretKey,
      dataDir: "/nowhere",
      baseUrl: service.url,
      mailFrom: "care@example.org",
      outgoing: { pushHosts: [push.host], allow: ["127.0.0.1"], pushContact: null },
    },
  });

async function addPhone({ http }: TestPerson, label: string) {
  const { publicKey } = await http.action(api.notifications.getPushKey, {});
  const subscription = push.subscribe(publicKey);
  await http.action(api.notifications.addPushDevice, { ...subscription, label });
  return subscription;
}
const list = ({ http }: TestPerson) => http.query(api.notifications.listTargets, {});

it("needs an address, in whichever case", async () => {
  const run = (line: string) => runOperatorCommand(COMMANDS, line, service);
  await expect(run("test-push olga")).rejects.toThrow(new OperatorError("olga isn't an e-mail address."));
  await expect(run("test-push Nobody@Example.org")).rejects.toThrow(
    new OperatorError("Nobody with the e-mail address nobody@example.org has signed in yet."),
  );
});

it("sends to each device, and says by its label what the push service answered", async () => {
  const olga = await createPerson(service, "Olga");
  const { endpoint } = await addPhone(olga, "phone");
  await addPhone(olga, "tablet");
  await service.database.pool.query(
    "update notification_targets set disabled_at = now(), failures = 12, failing_since = now() where label = 'tablet'",
  );
  push.received.length = 0;
  const lines = await send(olga);
  expect(lines).toEqual([
    "phone: the push service has taken the message.",
    "tablet: the push service has taken the message. Nothing was sent to it before; from now on it gets notifications again.",
    expect.stringContaining("2 of 2 devices of "),
  ]);
  expect(push.received.map((each) => JSON.parse(each.text).notification.body)).toEqual([
    "Notifications arrive here",
    "Notifications arrive here",
  ]);
  expect(lines.join()).not.toContain(new URL(endpoint).pathname);
  expect(await list(olga)).toMatchObject([{ disabledAt: null }, { disabledAt: null, failures: 0 }]);
});

it("says why a device didn't take it, and removes one that has ended", async () => {
  const olga = await createPerson(service, "Olga Two");
  await addPhone(olga, "phone");
  push.answerWith({ status: 403, body: "BadJwtToken" });
  const refused = send(olga);
  await expect(refused).rejects.toThrow(OperatorError);
  await expect(refused).rejects.toThrow(
    "phone: the push service doesn't accept this server (403 BadJwtToken). It gets mailto:care@example.org",
  );
  push.answerWith({ status: 503, body: "busy" });
  await expect(send(olga)).rejects.toThrow("phone: the push service has a problem of its own (503 busy).");
  push.answerWith({ status: 413 });
  await expect(send(olga)).rejects.toThrow("phone: the message was refused (413).");
  expect(await list(olga)).toHaveLength(1);
  push.answerWith({ status: 410 });
  await expect(send(olga)).rejects.toThrow("phone: the push service says that it takes no notifications");
  expect(await list(olga)).toEqual([]);
  await expect(send(olga)).rejects.toThrow("has no device that gets notifications");
});

it("names another secret", async () => {
  const olga = await createPerson(service, "Olga Three");
  await addPhone(olga, "phone");
  await expect(send(olga, "another secret of at least 32 characters")).rejects.toThrow(
    "The key for push services was made with another SECRET_KEY",
  );
});
