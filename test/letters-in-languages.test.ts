import { describe, expect, it } from "vitest";
import {
  composeInvitationLetter,
  type InvitationLetter,
  requestLetter,
} from "../features/members/server/invitations/letters.ts";
import { getRoleRights } from "../features/notebooks/rules/role-rights.ts";
import { getRoleName } from "../features/notebooks/rules/roles.ts";
import { writeMentionLetter } from "../features/notes/server/mentions/letters.ts";
import { formatContacts, formatRun, formatStep } from "../features/notifications/rules/escalation-words.ts";
import { formatMessage, type Message } from "../features/notifications/rules/message-words.ts";
import { DETAILS, KINDS } from "../features/notifications/rules.ts";
import { formatLate } from "../features/notifications/server/deliver/late_words.ts";
import { writeNewsLetter } from "../features/notifications/server/deliver/letters.ts";
import type { Replacement } from "../features/notifications/server/deliver/replace_shown_data.ts";
import { formatSettled } from "../features/notifications/server/deliver/settled_words.ts";
import { writeWorkerWords } from "../features/notifications/server/deliver/worker_words.ts";
import { writeDigestLetter } from "../features/notifications/server/digest/digest_letter.ts";
import { unsubscribePage } from "../features/notifications/server/settings/unsubscribe_page.ts";
import * as account from "../server/auth/letters.ts";
import { toDeclarativeMessage } from "../server/push/declarative.ts";
import { listLanguages, readLanguage } from "../server/words/read.ts";
import { runInLanguage } from "../server/words/texts.ts";

const TO = "maria@example.org";
const URL = "https://care.example.org";
const names = { inviter: "Olga", asker: "Olga", author: "Olga", notebook: "Rosa" };
const rest = { to: TO, link: `${URL}/care/x`, settings: `${URL}/account`, unsubscribeUrl: `${URL}/api/u/x` };

const writeInvitation = (): InvitationLetter => ({
  ...{ ...names, ...rest, personalMessage: "Come in", validDays: 14 },
  ...{ role: getRoleName("member"), rights: getRoleRights("member") },
});
const changes = [
  ["account.twoFactorEnabled"],
  ["account.twoFactorDisabled"],
  ["account.backupCodesRenewed"],
  ["account.passkeyAdded"],
  ["account.passkeyRemoved"],
  ["account.signedIn", { method: "backup code" }],
  ["account.signedIn", { device: "new", browser: "Firefox on Linux" }],
] as const;

/** All letters with names of usual length. */
const listLetters = () => [
  account.composeVerificationLetter(TO, URL, "token", null),
  account.resetLetter(TO, URL, "token", null),
  account.composeAlreadyRegisteredLetter(TO, URL),
  account.composePasswordChangedLetter(TO, URL),
  ...changes.map(([type, details = {}]) =>
    account.composeAccountChangeLetter(TO, URL, account.findAccountChange({ type, details })!),
  ),
  account.composeNewAddressLetter(TO, URL, "token"),
  account.composeAddressTakenLetter(TO, URL),
  account.composeEmailChangeNotice(TO, URL),
  account.composeEmailChangedLetter(TO),
  account.composeTwoFactorResetLetter(TO),
  ...(["password", "issuer"] as const).flatMap((by) => [
    account.composeAccessTokenLetter(TO, URL, { days: by === "password" ? 1 : 90, by }),
    account.composeOpeningLetter(TO, URL, "calendar", by),
    account.composeAccountDeletedLetter(TO, by),
  ]),
  ...(["ntfy", "program", "webhook", "invitation"] as const).map((kind) =>
    account.composeOpeningLetter(TO, URL, kind, "password"),
  ),
  composeInvitationLetter(writeInvitation()),
  requestLetter({ ...names, ...rest, role: getRoleName("member") }),
  ...(["comment", "note", "handover"] as const).map((what) =>
    writeMentionLetter({ ...names, ...rest, what }),
  ),
  ...KINDS.flatMap((kind) =>
    [1, 2, 5, 11, 100].map((count) => writeNewsLetter({ ...rest, kind, count, url: URL })),
  ),
  ...[1, 2, 21, 25].map((count) =>
    writeDigestLetter({
      ...{ to: TO, baseUrl: URL, unsubscribeUrl: rest.unsubscribeUrl },
      items: Array.from({ length: count }, (_, index) => ({
        ...{ kind: "task-due" as const, diaryId: String(index), diaryShortId: "x" },
        ...{ whileAway: index === 0, notebook: index > 1 ? "Rosa" : "", title: index > 1 ? "Walk" : "" },
      })),
    }),
  ),
];

const message: Message = {
  ...{ kind: "dose-missed", detail: "what", subjectKind: "dose", subjectName: "Rosa Blum" },
  ...{ slot: "2026-11-25T08:00[Europe/Berlin]", notebookZone: "Europe/Berlin", timeZone: "America/New_York" },
  ...{ step: null, actorName: null, contacts: null, hours: 24 },
};
const NOW = Date.parse("2026-11-25T09:00:00Z");
const contacts = [
  { name: "Anna", device: "phone" as const, at: NOW - 3_600_000 },
  { name: "Ben", device: "computer" as const, at: NOW - 86_400_000 },
];
const titles = (count: number) => Array.from({ length: count }, (_, index) => `Title ${index}`);

/** All pushes: each kind in each detail, steps, those that were late, and what takes their place. */
const listMessages = () => [
  ...KINDS.flatMap((kind) =>
    DETAILS.flatMap((detail) =>
      [1, 2, 7].map((count) => formatMessage({ ...message, kind, detail }, titles(count), NOW)),
    ),
  ),
  ...(["again", "next", "leaders", "taken", "stale"] as const).flatMap((step) =>
    [contacts, contacts.slice(0, 1)].map((all) =>
      formatMessage(
        { ...message, kind: "escalation", step, actorName: step === "taken" ? "Ben" : null, contacts: all },
        titles(1),
        NOW,
      ),
    ),
  ),
  ...[true, false].map((isWhileAway) =>
    formatLate([{ subjectDueAt: NOW, isWhileAway, timeZone: "UTC", hours: 12 }]),
  ),
  ...(["done", "later", "seen"] as const).flatMap((state) =>
    [1, 2].flatMap((count) =>
      (["done", "not given", "cancelled", "over"] as const).map((how) =>
        formatSettled(
          { ...message, state, count, settledAt: NOW, backAt: NOW } as unknown as Replacement,
          { how, doer: how === "done" ? "Anna" : null },
          "Title",
        ),
      ),
    ),
  ),
];

const KEY = /\b(accountletters|letters|messages|pushes|runs|roles|rights)\.[a-z]/;
const expectWhole = (text: string) => {
  expect(text).not.toMatch(KEY);
  expect(text).not.toMatch(/[{}]|undefined|null|NaN/);
};

describe.each(listLanguages().map((language) => [language, readLanguage(language).direction] as const))(
  "in %s",
  (language, direction) => {
    const start = `<html lang="${language}"${direction === "rtl" ? ' dir="rtl"' : ""}>`;

    it("each letter is whole, with a short subject, its language and its direction", () => {
      const english = runInLanguage("en", listLetters);
      for (const [index, letter] of runInLanguage(language, listLetters).entries()) {
        const { subject, text, html } = letter;
        for (const each of [subject, text, html]) expectWhole(each);
        expect(subject.length).toBeLessThanOrEqual(78);
        expect(html.split("\n")[1]).toBe(start);
        if (language !== "en") {
          // Each paragraph is another one, but for addresses, names and what the reader's people wrote.
          const same = new Set(english[index]!.text.split("\n").filter((line) => line.includes(" ")));
          const kept = text.split("\n").filter((line) => same.has(line) && !/^(> |-- |- “)/.test(line));
          expect(kept).toEqual([]);
        }
      }
    });

    it("each push is whole, with its language and its direction", () => {
      const english = runInLanguage("en", listMessages);
      for (const [index, words] of runInLanguage(language, listMessages).entries()) {
        expectWhole(words.title + words.body);
        if (language !== "en") expect(words.title).not.toBe(english[index]!.title);
      }
      const shown = { title: "a", body: "", url: URL, tag: "t", isSilent: false };
      const { notification } = JSON.parse(
        runInLanguage(language, () => toDeclarativeMessage(shown)).toString(),
      );
      expect([notification.lang, notification.dir]).toEqual([
        language,
        direction === "rtl" ? "rtl" : undefined,
      ]);
    });

    it("the worker has words for each button and outcome, within the space of a push", () => {
      const words = runInLanguage(language, writeWorkerWords);
      if (language === "en") return expect(words).toBeUndefined();
      expect(words!.putOff).toContain("{time}");
      expect(Buffer.byteLength(JSON.stringify(words))).toBeLessThan(1000);
    });

    it("the page that ends mails is whole, in each state", () => {
      for (const state of ["asked", "ended"] as const)
        for (const isNew of [true, false]) {
          const page = runInLanguage(language, () =>
            unsubscribePage({ state, isNew, mails: "<mails>", baseUrl: URL }),
          );
          expect(page).toContain(start);
          expect(page).toContain("&lt;mails&gt;");
          expect(page).toContain(`<a href="${URL}/account">`);
          expectWhole(page.replace(/<style>[\s\S]*<\/style>/, ""));
        }
    });

    it("who was told of an escalation is in one sentence", () => {
      runInLanguage(language, () => {
        const clockOf = () => "09:20";
        const reading = { timeZone: "UTC", now: NOW, clockOf, myId: "Me" };
        const told = ["Ida", "Me", "Jo", "Kim"].map((name) => ({ userId: name, name, at: NOW }));
        const run = { occurrence: NOW, assignee: { userId: "Ben", name: "Ben" }, told, taken: null };
        expectWhole(formatRun(run, reading));
        expectWhole(formatContacts(contacts, { ...reading, isDose: true }));
        expectWhole(formatStep("taken", null));
      });
    });
  },
);

it("isolates names in text from right to left, and quotes what people wrote in its own direction", () => {
  const { subject, html } = runInLanguage("ar", () => composeInvitationLetter(writeInvitation()));
  expect(subject).toContain("\u2068Olga\u2069");
  expect(html).toMatch(/<blockquote dir="auto" style="[^"]*border-right:/);
});

it("is English without a language, and for one that this server has no more", () => {
  for (const language of [null, "tlh", "../en"])
    expect(runInLanguage(language, () => account.composeEmailChangedLetter(TO)).subject).toBe(
      "Your e-mail address for CareDiary was changed",
    );
});
