import { expect, it } from "vitest";
import { escapeHtml, writeLetter } from "./letter.ts";

const LETTER = {
  to: "maria@example.org",
  subject: "Invitation",
  heading: `Come to <script>alert("Maria's notebook")</script> & more`,
  paragraphs: ["First <b>line</b>", "Second"],
  action: { label: "Open <it>", url: 'https://care.example.org/?a=1&b="2"' },
  footer: "Didn't ask? <Ignore>",
};

it("escapes everything that was passed in", () => {
  const { html } = writeLetter(LETTER);
  expect(html).not.toMatch(/<script|<b>|<it>|<Ignore>/);
  expect(html).toContain(
    "Come to &lt;script&gt;alert(&quot;Maria&#39;s notebook&quot;)&lt;/script&gt; &amp; more",
  );
  expect(html).toContain('href="https://care.example.org/?a=1&amp;b=&quot;2&quot;"');
  expect(escapeHtml(`<>&"'`)).toBe("&lt;&gt;&amp;&quot;&#39;");
});

it("has a plain text version with the bare address and the product's name", () => {
  const { text, to, subject } = writeLetter(LETTER);
  expect([to, subject]).toEqual(["maria@example.org", "Invitation"]);
  expect(text.split("\n\n")).toEqual([
    LETTER.heading,
    "First <b>line</b>",
    "Second",
    'Open <it>:\nhttps://care.example.org/?a=1&b="2"',
    "-- \nCareDiary\nDidn't ask? <Ignore>\n",
  ]);
});

it("declares its language and has one heading, for screen readers", () => {
  const { html } = writeLetter(LETTER);
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html.match(/<h1/g)).toHaveLength(1);
});

it("quotes each line that somebody else wrote", () => {
  const { html, text } = writeLetter({
    ...LETTER,
    quote: { by: "Eve <b>", text: "One\n</blockquote><p>Two" },
  });
  expect(html).toContain("Eve &lt;b&gt; writes:</p>\n<blockquote");
  expect(html).toContain(">One<br>&lt;/blockquote&gt;&lt;p&gt;Two</blockquote>");
  expect(text).toContain("\n\nEve <b> writes:\n> One\n> </blockquote><p>Two\n\nOpen <it>:\n");
});
