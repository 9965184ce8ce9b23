import { describe, expect, it } from "vitest";
import { formatProgramName, toWebcalUrl } from "../rules.ts";
import { formatFeedName, formatSettings, isPublic } from "./feed-words.ts";

describe("an address", () => {
  it.each([
    ["https://care.example.org/x", true],
    ["http://care.example.org/x", false],
    ["https://localhost:3000/x", false],
    ["https://192.168.1.4/x", false],
    ["https://172.20.0.1/x", false],
    ["https://172.217.0.1/x", true],
    ["https://care.local/x", false],
    ["https://nas/x", false],
    ["https://[fd00::1]/x", false],
  ])("%s is public: %s", (address, expected) => {
    expect(isPublic(address)).toBe(expected);
  });

  it("has the form that calendar programs open", () => {
    expect(toWebcalUrl("https://care.example.org/api/calendars/x.ics")).toBe(
      "webcal://care.example.org/api/calendars/x.ics",
    );
    expect(toWebcalUrl("http://192.168.1.4:3000/x")).toBe("webcal://192.168.1.4:3000/x");
  });
});

describe("a feed in words", () => {
  it("has a name and one line about its settings", () => {
    expect(formatFeedName({ diaryId: null, diaryName: null })).toBe("All notebooks");
    expect(formatFeedName({ diaryId: "1", diaryName: "Rosa" })).toBe("Rosa");
    expect(formatSettings({ whose: "mine", detail: "titles", alarmMinutes: null })).toBe(
      "Mine and nobody's, with titles, no alarm",
    );
    expect(formatSettings({ whose: "all", detail: "neutral", alarmMinutes: 15 })).toBe(
      "Everything I see, without titles, alarm 15 minutes before",
    );
  });

  it.each([
    ["Google-Calendar-Importer", "Google Calendar"],
    ["iOS/18.1 (22B83) dataaccessd/1.0", "Apple Calendar on an iPhone or iPad"],
    ["macOS/14.5 (23F79) dataaccessd/1.0", "Apple Calendar on a Mac"],
    ["macOS/14.5 (23F79) CalendarAgent/976", "Apple Calendar on a Mac"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0", "Thunderbird"],
    ["Microsoft.Exchange/15.20 (Windows NT 10.0; Win64; x64)", "Outlook"],
    ["Mozilla/4.0 (compatible; ms-office; MSOffice 16)", "Outlook"],
    ["ICSx5/2.2 (ical4j)", "ICSx⁵"],
    ["Mozilla/5.0 (X11; Linux x86_64) Chrome/140", "a browser"],
    ["khard 3 (x)", "khard 3"],
    ["(odd)", "an unknown program"],
    [null, "a program without a name"],
  ])("names the program of %s", (agent, name) => {
    expect(formatProgramName(agent)).toBe(name);
  });
});
