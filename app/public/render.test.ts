import { describe, expect, it } from "vitest";
import { getMetadata } from "../../features/marketing/rules/metadata.ts";
import type { PublicPath } from "../../features/marketing/rules.ts";
import { listCompleteLanguages } from "../../server/words/read.ts";
import { runInLanguage } from "../../server/words/texts.ts";
import { spec } from "../../test/spec.ts";
import { getLanguageAddress, PUBLIC_PATHS, renderPage, renderSitemap } from "./render.tsx";

/** Where the pages may lead beside each other: rooms of the program, and the address that leads nowhere yet. */
const ROOMS = [
  "/sign-in",
  "/sign-up",
  "/home",
  "/care",
  "/care/new",
  "/tasks",
  "/calendar",
  "/recording",
  "/account",
  "/notifications/settings",
  "/demo",
];

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1]!);
const unescaped = (html: string) => html.replaceAll("&#x27;", "'");
/** The texts between tags that are longer than names and labels. */
const sentencesOf = (html: string) =>
  html
    .split(/<[^>]+>/)
    .map((text) => text.trim())
    .filter((text) => text.split(" ").length > 3);
const textOf = (html: string) =>
  html
    .replace(/<sup.*?<\/sup>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const LANGUAGES = listCompleteLanguages();
const PAGES = LANGUAGES.flatMap(({ code: language }) =>
  PUBLIC_PATHS.map((path) => ({ language, path, address: getLanguageAddress(language, path) })),
);
const rendered = new Map(
  PAGES.map(({ language, path, address }) => [
    address,
    runInLanguage(language, () => ({ ...renderPage(path, LANGUAGES), ...getMetadata(path) })),
  ]),
);
const pages = {
  get: (path: PublicPath, language = "en") => rendered.get(getLanguageAddress(language, path)),
};
const everyText = PUBLIC_PATHS.map((path) => textOf(pages.get(path)!.body)).join(" ");

describe("the public pages", () => {
  it.each(PAGES)(
    "$address is complete without JavaScript: head, one main heading, working links",
    ({ language, path: ownPath, address }) => {
      const { head, body, description } = rendered.get(address)!;
      expect(all(head, /name="description" content="(.*?)"/g).map(unescaped)).toEqual([description]);
      expect(all(head, /<title>(.*?)<\/title>/g)).toHaveLength(1);
      expect(all(head, /property="og:image" content="(.*?)"/g)).toEqual(["%ORIGIN%/social.png"]);
      expect(all(head, /rel="canonical" href="(.*?)"/g)).toEqual([`%ORIGIN%${address}`]);
      expect(all(head, /rel="alternate" (hrefLang=".*?" href=".*?")/g)).toEqual([
        ...LANGUAGES.map(
          ({ code }) => `hrefLang="${code}" href="%ORIGIN%${getLanguageAddress(code, ownPath)}"`,
        ),
        `hrefLang="x-default" href="%ORIGIN%${ownPath}"`,
      ]);
      expect(all(body, /<a (href="[^"]*" lang="[^"]*" hrefLang="[^"]*")/g)).toEqual(
        LANGUAGES.map(
          ({ code }) => `href="${getLanguageAddress(code, ownPath)}" lang="${code}" hrefLang="${code}"`,
        ),
      );
      expect(all(body, /<h1[^>]*>(.*?)<\/h1>/g)).toHaveLength(1);
      expect(body).not.toMatch(/<script|<style| on\w+="/);
      const ids = all(body, / id="(.*?)"/g);
      expect(new Set(ids).size).toBe(ids.length);
      const own = PUBLIC_PATHS.map((path) => getLanguageAddress(language, path));
      for (const href of all(body, /<a (?![^>]*hrefLang)[^>]*href="(.*?)"/g)) {
        const [path, anchor] = href.split("#") as [string, string?];
        const target = path === "" ? address : path;
        expect([...own, ...ROOMS], href).toContain(target);
        if (anchor) expect(rendered.get(target)!.body, href).toContain(`id="${anchor}"`);
      }
    },
  );

  it.each(["de", "es"])("no sentence is the English one in %s", (language) => {
    for (const path of PUBLIC_PATHS) {
      const english = sentencesOf(pages.get(path)!.body);
      const kept = sentencesOf(pages.get(path, language)!.body).filter((text) => english.includes(text));
      expect(kept, path).toEqual([]);
    }
  });

  it("translations of legal texts name the original", () => {
    for (const path of ["/privacy", "/terms"] as const) {
      expect(textOf(pages.get(path, "de")!.body)).toContain("Der englische Text ist das Original.");
      expect(textOf(pages.get(path)!.body)).not.toContain("The English text is the original.");
    }
  });

  it.each([
    ["WORK-108 WORK-109 WORK-110", "Notes from emails, PDFs or audio"],
    ["WORK-111", "AI summaries"],
    ["WORK-112", "Events and timeline"],
    ["WORK-113", "Task scheduling"],
    ["WORK-114", "Audio recording of meetings"],
    ["WORK-115", "Invitations"],
    ["WORK-116", "Privacy controls"],
    ["WORK-117", "Families"],
    ["WORK-118", "Caregivers"],
    ["WORK-119", "Care teams"],
    ["WORK-120", "Clinicians"],
  ])("%s the landing page names: %s", (_, words) => {
    expect(textOf(pages.get("/")!.body)).toContain(words);
  });

  it("each page that makes a claim names the claim's source", {
    tags: spec("WORK-940 WORK-941 WORK-942"),
  }, () => {
    for (const path of ["/", "/pricing", "/security"] as const) {
      const text = textOf(pages.get(path)!.body);
      for (const claim of ["AES-256 encryption", "99.9% uptime", "Daily backups"])
        expect(text).toContain(claim);
      expect(text).toContain("encrypted at rest with AES-256");
      expect(text).toContain(
        "Uptime and daily backups describe the hosted service, as its operator provides it.",
      );
    }
    expect(everyText).not.toMatch(/end-to-end|HIPAA|GDPR|compliant/i);
  });

  it("the sitemap lists each page with its full address", () => {
    expect(all(renderSitemap(LANGUAGES), /<loc>(.*?)<\/loc>/g)).toEqual(
      PAGES.map(({ address }) => `%ORIGIN%${address}`),
    );
  });
});
