import { describe, expect, it } from "vitest";
import { findCustomRuleProblem } from "./custom-rule.ts";

describe("checking a custom rule", () => {
  it.each([
    "FREQ=DAILY",
    "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=SU",
    "freq=daily; byhour=8,20; byminute=30;",
    "FREQ=MONTHLY;BYDAY=-1FR",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
    "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
    "FREQ=YEARLY;BYYEARDAY=1,-1",
    "FREQ=DAILY;COUNT=10",
    "FREQ=DAILY;UNTIL=20270131T235959Z",
    "FREQ=HOURLY;INTERVAL=6",
  ])("accepts %s", (rule) => {
    expect(findCustomRuleProblem(rule)).toBeNull();
  });

  it.each([
    ["", "Enter a rule, such as FREQ=WEEKLY;BYDAY=MO,TH"],
    ["every monday", '"EVERY MONDAY" isn\'t part of a rule that we know'],
    ["FREQ=DAILY\nDTSTART:20260101", "Enter one rule, on one line"],
    ["DTSTART:20260101T000000Z", "Enter the rule alone: its first day is that of the phase"],
    ["BYDAY=MO", "FREQ is missing: one of YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, MINUTELY"],
    ["FREQ=SECONDLY", "A task can't recur every second"],
    ["FREQ=FORTNIGHTLY", "FREQ must be one of YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, MINUTELY"],
    ["FREQ=DAILY;FREQ=WEEKLY", "Give each part of the rule once"],
    ["FREQ=DAILY;BYSECOND=1", '"BYSECOND" isn\'t part of a rule that we know'],
    ["FREQ=DAILY;X-A=1", '"X-A" isn\'t part of a rule that we know'],
    ["FREQ=DAILY;__PROTO__=1", '"__PROTO__" isn\'t part of a rule that we know'],
    ["FREQ=DAILY;INTERVAL=0", "INTERVAL must be a whole number from 1 to 9999"],
    ["FREQ=DAILY;INTERVAL=10000", "INTERVAL must be a whole number from 1 to 9999"],
    ["FREQ=DAILY;COUNT=-1", "COUNT must be a whole number from 1"],
    ["FREQ=DAILY;COUNT=2;UNTIL=20270101", "Give COUNT or UNTIL, not both"],
    ["FREQ=DAILY;UNTIL=20270230", "UNTIL must be a day such as 20270131"],
    ["FREQ=DAILY;UNTIL=tomorrow", "UNTIL must be a day such as 20270131"],
    ["FREQ=WEEKLY;WKST=MON", "WKST must be one of MO, TU, WE, TH, FR, SA, SU"],
    ["FREQ=WEEKLY;BYDAY=MON", "BYDAY must list days such as MO,TH or -1FR"],
    ["FREQ=WEEKLY;BYDAY=", "BYDAY must list days such as MO,TH or -1FR"],
    ["FREQ=MONTHLY;BYDAY=0MO", "BYDAY must list days such as MO,TH or -1FR"],
    [
      "FREQ=WEEKLY;BYDAY=1MO",
      "Days such as 1MO go with FREQ=MONTHLY or FREQ=YEARLY, and without BYWEEKNO and BYMONTHDAY",
    ],
    ["FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY must list numbers from 1 to 31, or -1 to -31 from the end"],
    ["FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY must list numbers from 1 to 31, or -1 to -31 from the end"],
    ["FREQ=DAILY;BYHOUR=24", "BYHOUR must list numbers from 0 to 23"],
    ["FREQ=YEARLY;BYMONTH=-1", "BYMONTH must list numbers from 1 to 12"],
    ["FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY doesn't go with FREQ=WEEKLY"],
    ["FREQ=DAILY;BYYEARDAY=1", "BYYEARDAY doesn't go with FREQ=DAILY"],
    ["FREQ=YEARLY;BYYEARDAY=1;BYDAY=MO", "BYYEARDAY doesn't go with BYDAY or BYWEEKNO"],
    ["FREQ=YEARLY;BYYEARDAY=1;BYMONTH=1", "BYWEEKNO and BYYEARDAY don't go with BYMONTH or BYMONTHDAY"],
    ["FREQ=YEARLY;BYWEEKNO=20", "BYWEEKNO goes with FREQ=YEARLY and BYDAY only"],
    ["FREQ=DAILY;BYSETPOS=1", "BYSETPOS needs days to choose from"],
    ["FREQ=DAILY;BYDAY=MO;BYSETPOS=1", "BYSETPOS goes with the days of a week, month or year only"],
    [
      "FREQ=MONTHLY;BYDAY=MO;BYHOUR=8,9;BYSETPOS=1",
      "BYSETPOS goes with the days of a week, month or year only",
    ],
    ["FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=31", "These months have no such day"],
    ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-30", "These months have no such day"],
  ])("explains why %j isn't a valid rule", (rule, problem) => {
    expect(findCustomRuleProblem(rule)).toBe(problem);
  });
});
