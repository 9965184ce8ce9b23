import { describe, expect, it } from "vitest";
import { PAGES, type PublicPath } from "../../features/marketing/rules.ts";
import { spec } from "../../test/spec.ts";
import { PUBLIC_PATHS, renderPage, renderSitemap } from "./render.tsx";

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
const textOf = (html: string) =>
  html
    .replace(/<sup.*?<\/sup>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const pages = new Map(PAGES.map(({ path }) => [path, renderPage(path)]));
const everyText = [...pages.values()].map(({ body }) => textOf(body)).join(" ");

describe("the public pages", () => {
  it.each(PAGES)("$path is complete without JavaScript: head, one main heading, working links", (words) => {
    const { head, body } = pages.get(words.path)!;
    expect(all(head, /name="description" content="(.*?)"/g).map(unescaped)).toEqual([words.description]);
    expect(all(head, /<title>(.*?)<\/title>/g)).toHaveLength(1);
    expect(all(head, /property="og:image" content="(.*?)"/g)).toEqual(["%ORIGIN%/social.png"]);
    expect(all(head, /rel="canonical" href="(.*?)"/g)).toEqual([`%ORIGIN%${words.path}`]);
    expect(all(body, /<h1[^>]*>(.*?)<\/h1>/g)).toHaveLength(1);
    expect(body).not.toMatch(/<script|<style| on\w+="/);
    const ids = all(body, / id="(.*?)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    for (const href of all(body, / href="(.*?)"/g)) {
      const [path, anchor] = href.split("#") as [string, string?];
      const target = path === "" ? words.path : path;
      expect([...PUBLIC_PATHS, ...ROOMS], href).toContain(target);
      if (anchor) expect(pages.get(target as PublicPath)!.body, href).toContain(`id="${anchor}"`);
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
    expect(all(renderSitemap(), /<loc>(.*?)<\/loc>/g)).toEqual(PUBLIC_PATHS.map((path) => `%ORIGIN%${path}`));
  });
});
