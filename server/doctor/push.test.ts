import { afterAll, beforeAll, expect, it } from "vitest";
import { SECRET } from "../../test/node.ts";
import { type Service, startService } from "../../test/service.ts";
import { deletePushKey } from "../auth/push_key_data.ts";
import type { OutgoingConfig } from "../config/outgoing.ts";
import { openPushKey } from "../push/keys.ts";
import { checkPush } from "./push.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());

const NO_OUTGOING: OutgoingConfig = { allow: [], pushHosts: [], pushContact: null };
const config = {
  secretKey: SECRET,
  dataDir: "/nowhere",
  baseUrl: "https://care.example.org",
  mailFrom: "Care <care@example.org>",
  outgoing: NO_OUTGOING,
};
type Changes = { secretKey?: string; baseUrl?: string; outgoing?: Partial<OutgoingConfig> };
const check = ({ outgoing, ...changes }: Changes = {}, devices = { all: 0, disabled: 0 }) =>
  checkPush(
    { ...config, ...changes, outgoing: { ...NO_OUTGOING, ...outgoing } },
    { db: service.database.db, countDevices: async () => devices },
  );
const words = async (...given: Parameters<typeof check>) =>
  (await check(...given)).map((finding) => `${finding.level}: ${finding.words}`);

it("finds a server well that can send", async () => {
  expect(await words()).toEqual([
    "ok: the key for push services can be read.",
    "ok: push services get https://care.example.org as your address.",
    "ok: no device gets notifications yet.",
  ]);
});

it("sees a key of another secret, and one that isn't there yet", async () => {
  const { db } = service.database;
  expect((await check({ secretKey: "another secret of 32 characters!!" }))[0]).toMatchObject({
    level: "fault",
    remedy: expect.stringContaining("new-push-key"),
  });
  await deletePushKey(db);
  expect((await words())[0]).toBe("warning: There is no key for push services yet.");
  // Looking makes none.
  expect((await words())[0]).toBe("warning: There is no key for push services yet.");
  await openPushKey(db, SECRET);
});

it("warns when Apple could refuse the operator's address", async () => {
  const baseUrl = "http://localhost:3000";
  expect((await check({ baseUrl }))[1]).toMatchObject({
    level: "warning",
    words: expect.stringContaining("mailto:care@example.org"),
    remedy: expect.stringContaining("PUSH_CONTACT"),
  });
  const outgoing = { pushContact: "mailto:me@example.org" };
  expect((await words({ baseUrl, outgoing }))[1]).toBe(
    "ok: push services get mailto:me@example.org as your address.",
  );
});

it("reads PUSH_HOSTS: what is no host, what no subscription has, and where no message may go", async () => {
  const pushHosts = ["push.example.org:99999", "push.example.org:443", "localhost:8443", "push.invalid"];
  expect((await words({ outgoing: { pushHosts } })).slice(2, -1)).toEqual([
    "fault: PUSH_HOSTS has push.example.org:99999, which is no host.",
    "fault: PUSH_HOSTS has push.example.org:443, which no subscription has.",
    "fault: localhost:8443 of PUSH_HOSTS is in a private network.",
    expect.stringMatching(/^warning: push\.invalid of PUSH_HOSTS can't be found: /),
  ]);
  const allow = ["127.0.0.0/8", "::1/128"];
  expect(await words({ outgoing: { pushHosts: ["localhost:8443"], allow } })).toHaveLength(3);
});

it.each([
  [{ all: 1, disabled: 0 }, "ok: 1 device gets notifications."],
  [{ all: 5, disabled: 1 }, "ok: 5 devices, of which 1 failed for long and gets none."],
  [
    { all: 2, disabled: 2 },
    "warning: 2 devices, and none of them gets notifications: they failed for long, or the key is new.",
  ],
])("says of %o devices what they get", async (devices, said) => {
  expect((await words({}, devices)).at(-1)).toBe(said);
});
