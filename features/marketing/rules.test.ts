import { describe, expect, it } from "vitest";
import { t, writeParts } from "../../lib/words/t.ts";
import { getMetadata } from "./rules/metadata.ts";
import { PLANS } from "./rules/plans.ts";
import { chooseOutcome, matchesSearch, PUBLIC_PATHS, SEARCH_MARK } from "./rules.ts";

describe("the plans", () => {
  it("are the three of the specification", () => {
    const rows = [
      [
        "Free $0",
        "@WORK-911 @WORK-912",
        "1 care diary, Unlimited notes, Up to 3 team members, Basic recording, Email support",
        "@WORK-913 @WORK-914 @WORK-915 @WORK-916 @WORK-917",
      ],
      [
        "Family $19 per month, Most Popular",
        "@WORK-918 @WORK-919 @WORK-920",
        "Up to 5 diaries, Unlimited notes, Unlimited recordings, Up to 10 team members per diary, AI summaries, Priority email support, Comment notifications, Task assignments",
        "@WORK-921 @WORK-922 @WORK-923 @WORK-924 @WORK-925 @WORK-926 @WORK-927 @WORK-928",
      ],
      [
        "Pro $49 per month",
        "@WORK-929 @WORK-930",
        "Unlimited diaries, Unlimited team members, Advanced AI, Custom integrations, Priority phone support, Priority chat support, Advanced security, Training, API access",
        "@WORK-931 @WORK-932 @WORK-933 @WORK-934 @WORK-935 @WORK-936 @WORK-937 @WORK-938 @WORK-939",
      ],
    ] as const;
    const plans = [...PLANS];
    for (const [heading, headingLines, contents, contentLines] of rows) {
      const { name, price, isFree, isMostPopular, contents: found } = plans.shift()!;
      const whole = isFree ? price : writeParts("pricing.priceAMonth", { price, b: String }).join("");
      const foundHeading = `${t(name)} ${whole}${isMostPopular ? `, ${t("pricing.mostPopular")}` : ""}`;
      expect(foundHeading, headingLines).toBe(heading);
      expect(found.map((key) => t(key)).join(", "), contentLines).toBe(contents);
    }
    expect(plans).toEqual([]);
  });
});

describe("the title and description of a page", () => {
  const pages = PUBLIC_PATHS.map(getMetadata);
  it.each(pages)("of $path fit into a list of search results", (page) => {
    expect(page.title.length).toBeLessThanOrEqual(60);
    expect(page.description.length).toBeGreaterThan(60);
    expect(page.description.length).toBeLessThanOrEqual(160);
    expect(pages.filter(({ title }) => title === page.title)).toEqual([page]);
    expect(pages.filter(({ description }) => description === page.description)).toEqual([page]);
  });
});

describe("the search of the help page", () => {
  it.each([
    ["", true],
    ["   ", true],
    ["invite", true],
    ["INVIT", true],
    ["caf", true],
    ["cafe", true],
    ["mother invite", true],
    ["e-mail", true],
    ["vite", false],
    ["invite nurse", false],
    ["?!", true],
  ])("%j finds by the beginnings of all its words: %s", (search, isFound) => {
    expect(matchesSearch(search, "How do I invite my mother by e-mail? In a Café.")).toBe(isFound);
  });

  it.each([
    ["", 24, ""],
    ["a", 24, "24 answers found"],
    ["invite", 1, "1 answer found"],
    [" xyz ", 0, "Nothing here matches “xyz”."],
  ])("shows for %j with %i answers: %s", (search, found, outcome) => {
    const outcomes = [
      t("help.nothingFound", { search: SEARCH_MARK }),
      ...Array.from({ length: 24 }, (_, index) => t("help.found", { count: index + 1 })),
    ];
    expect(chooseOutcome(search, found, outcomes)).toBe(outcome);
  });
});
