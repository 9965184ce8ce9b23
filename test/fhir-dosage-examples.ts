/**
 * The structures of the dosage examples of the German guide for medication in FHIR (hl7germany/medication-ig-de-r4, version
 * 2.0.0), in the notation of `fhir-dosages.ts`: how many resources of the guide have it, the dosages, and what we make of it.
 * The headings: what the guide shows for its schemes and at their edges, other valid ones, what it doesn't support, what it
 * calls invalid, and what each of its rules forbids. Five of those rules aren't ours: amounts such as 1.1, an amount in 6
 * hours, a largest amount of planned doses, one week for a time of the day, equal amounts in two entries.
 */
export const EXAMPLES = `
# schemes
1 | prn for gap4h =1 max6/24h | as needed =1, gap 240 min, at most 6 in 24 h
1 | prn for for for gap6h =1 max4/24h | as needed =1, gap 360 min, at most 4 in 24 h
1 | prn for gap6h 1/8h =1 max4/24h | unsupported: As needed and at times together: a plan is one or the other
1 | mon fri MORN EVE =1 | needs MORN EVE, 07:00=1 18:00=1 weekdays MO FR
1 | sat mon thu EVE MORN =1 | needs MORN EVE, 07:00=1 18:00=1 weekdays MO TH SA
1 | mon fri MORN EVE =1 + mon fri NOON =2 | needs MORN NOON EVE, 07:00=1 12:00=2 18:00=1 weekdays MO FR
1 | mon fri MORN during3wk =1 + mon fri NOON during3wk =2 | needs MORN NOON, 07:00=1 12:00=2 weekdays MO FR, for 21 days
1 | 1/2d @08:00 =1 + 1/2d @18:00 =2 | 08:00=1 18:00=2 everyDays 2
1 | 1/1wk MORN =1 | needs MORN, 07:00=1 everyWeeks 1
1 | 1/2d @08:00 =1 + 1/2d @20:00 =2 | 08:00=1 20:00=2 everyDays 2
1 | /2d @08:00 @20:00 =1 + /2d @10:00 @14:00 @22:00 =2 | 08:00=1 10:00=2 14:00=2 20:00=1 22:00=2 everyDays 2
1 | 2/2d @08:00 @20:00 =1 + 3/2d @10:00 @14:00 @22:00 =2 | 08:00=1 10:00=2 14:00=2 20:00=1 22:00=2 everyDays 2
1 | tue thu =2 | needs time-1, 08:00=2 weekdays TU TH
1 | tue thu sat =2 | needs time-1, 08:00=2 weekdays TU TH SA
1 | mon =2 + thu =1 | unsupported: Different times or amounts on different weekdays: make a plan of each
1 | mon during10wk =2 | needs time-1, 08:00=2 weekdays MO, for 70 days
1 | fri tue thu mon =2 | needs time-1, 08:00=2 weekdays MO TU TH FR
1 | text | free text
1 | 1/8d =1 | needs time-1, 08:00=1 everyDays 8
1 | 1/2wk =1 | needs time-1, 08:00=1 everyWeeks 2
1 | 4/1d =1 | needs time-1 time-2 time-3 time-4, 08:00=1 11:00=1 14:00=1 17:00=1 daily
1 | 1/3d =1 | needs time-1, 08:00=1 everyDays 3
1 | 1/2d during6wk =2 | needs time-1, 08:00=2 everyDays 2, for 42 days
1 | 1/30min =1 | unsupported: Less than an hour between doses
1 | 1/6h =1 | needs time-1, every 6 h from 08:00 =1
1 | 1/1mo =1 | needs time-1 monthDay, 08:00=1 monthDays 15
1 | instructionD 2/1d MORN EVE =1 | needs MORN EVE, 07:00=1 18:00=1 daily
1 | 1/1d MORN from2026-06-05 =1 | needs MORN, 07:00=1 daily, from 2026-06-05
1 | 1/1d MORN to2026-07-05 =1 | needs MORN, 07:00=1 daily, until 2026-07-05
1 | 1/1d MORN from2026-06-05 to2026-07-05 =1 | needs MORN, 07:00=1 daily, from 2026-06-05, until 2026-07-05
1 | 1/1d MORN from2026-06-05T23:30:45Z =1 | unsupported: A beginning or end that isn't a day
1 | @08:00 =1 | 08:00=1 daily
1 | @12:00 =2 | 12:00=2 daily
1 | @08:00 =2 + @11:00 @14:00 @17:00 @20:00 @23:00 =1 | 08:00=2 11:00=1 14:00=1 17:00=1 20:00=1 23:00=1 daily
1 | @08:00 during10d =2 + @11:00 @14:00 @17:00 @20:00 @23:00 during10d =1 | 08:00=2 11:00=1 14:00=1 17:00=1 20:00=1 23:00=1 daily, for 10 days
1 | @15:00 @08:00 =1 | 08:00=1 15:00=1 daily
1 | 1/1d =1..2 | unsupported: A range of amounts at planned times: a plan has one amount for each time
1 | 1-2/1d =1 | unsupported: A number of times or a period that varies
1 | 1/4-6d =1 | unsupported: A number of times or a period that varies
1 | MORN =1 + EVE =0.5 | needs MORN EVE, 07:00=1 18:00=0.5 daily
1 | MORN =1 + EVE =2 | needs MORN EVE, 07:00=1 18:00=2 daily
1 | EVE =2 + MORN =1 | needs MORN EVE, 07:00=1 18:00=2 daily
1 | MORN =1 + NOON EVE =2 | needs MORN NOON EVE, 07:00=1 12:00=2 18:00=2 daily
1 | MORN =1 | needs MORN, 07:00=1 daily
1 | EVE MORN NIGHT NOON =1 | needs MORN NOON EVE NIGHT, 07:00=1 12:00=1 18:00=1 22:00=1 daily
1 | MORN EVE =1 | needs MORN EVE, 07:00=1 18:00=1 daily
1 | MORN EVE during10d =1 | needs MORN EVE, 07:00=1 18:00=1 daily, for 10 days
1 | EVE MORN =1 | needs MORN EVE, 07:00=1 18:00=1 daily
1 | 1/1d MORN =1 + 1/1d EVE =0.75 | needs MORN EVE, 07:00=1 18:00=0.75 daily
# edge cases
3 | 1/3d MORN =1 + 1/3d EVE =2 | needs MORN EVE, 07:00=1 18:00=2 everyDays 3
3 | NIGHT =1 | needs NIGHT, 22:00=1 daily
3 | EVE =1 | needs EVE, 18:00=1 daily
3 | NOON =1 | needs NOON, 12:00=1 daily
3 | text | free text
3 | mon =1 + tue =3 | unsupported: Different times or amounts on different weekdays: make a plan of each
3 | @08:00 =1 + @18:00 =3 | 08:00=1 18:00=3 daily
3 | MORN =2[mL] + EVE =1[mL] | needs MORN EVE, 07:00=2 18:00=1 daily
3 | mon @08:00 =1 | 08:00=1 weekdays MO
2 | tue thu @08:00 =1 + mon fri @08:00 @20:00 =2 | unsupported: Different times or amounts on different weekdays: make a plan of each
3 | 1/2mo =1 | unsupported: Every second or later month
1 | 2/1wk tue thu @08:00 =1 + 4/1wk mon fri @08:00 @20:00 =2 | unsupported: Different times or amounts on different weekdays: make a plan of each
1 | 1/3d @08:00 =1 + 1/3d @20:00 =2 | 08:00=1 20:00=2 everyDays 3
# others
4 | MORN =1 + EVE =2 | needs MORN EVE, 07:00=1 18:00=2 daily
3 | MORN =20[6] | needs MORN, 07:00=20 daily
3 | MORN =2[7] | needs MORN, 07:00=2 daily
1 | MORN EVE =1 | needs MORN EVE, 07:00=1 18:00=1 daily
2 | text | free text
1 | @08:00 =2 + @20:00 =1 | 08:00=2 20:00=1 daily
1 | mon =2 + fri =1 | unsupported: Different times or amounts on different weekdays: make a plan of each
1 | 1/3d =1 | needs time-1, 08:00=1 everyDays 3
1 | 1/2d @09:00 =1 + 1/2d @21:00 =2 | 09:00=1 21:00=2 everyDays 2
1 | mon MORN =1 + wed EVE =2 | unsupported: Different times or amounts on different weekdays: make a plan of each
1 | MORN during2wk!Wochen =0.5 + EVE during2wk!Wochen =1.5 | needs MORN EVE, 07:00=0.5 18:00=1.5 daily, for 14 days
1 | 2/2d @08:00 @20:00 =1 | 08:00=1 20:00=1 everyDays 2
1 | 2/3d MORN EVE =1 | needs MORN EVE, 07:00=1 18:00=1 everyDays 3
1 | mon wed fri @09:00 @21:00 =1 | 09:00=1 21:00=1 weekdays MO WE FR
1 | tue thu MORN EVE =1 | needs MORN EVE, 07:00=1 18:00=1 weekdays TU TH
1 | @08:00 @14:00 @22:00 =1 | 08:00=1 14:00=1 22:00=1 daily
1 | 1/1d =1 | needs time-1, 08:00=1 daily
# unsupported
6 | text count5 1/1d | unsupported: A plan can't say a number of repetitions
3 | text method | unsupported: A plan can't say the method
3 | text route | unsupported: A plan can't say the way it is given
3 | text site | unsupported: A plan can't say the place of the body
3 | text rateQuantity | unsupported: A plan can't say a rate
3 | text rateRange | unsupported: A plan can't say a rate
3 | text rateRatio | unsupported: A plan can't say a rate
3 | text additionalInstruction | unsupported: A plan can't say coded instructions
3 | text maxDosePerAdministration | unsupported: A plan can't say a largest amount of one dose
3 | text maxDosePerLifetime | unsupported: A plan can't say a largest amount of a lifetime
3 | countMax10 1/1d | unsupported: A plan can't say a number of repetitions
3 | text 1/1d boundsRange | unsupported: A plan can't say a range of lengths
3 | offset30 1/1d | unsupported: A plan can't say an offset from a time of the day
3 | event 1/1d MORN @08:00 during3wk | unsupported: A plan can't say single moments
# invalid
3 | 1/1d MORN @08:00 =1 | invalid: It has clock times and times of the day for the same dose
3 | 1/1d mon @08:00 =1 | invalid: It names weekdays, but its period isn't a week
3 | 1/1d mon MORN =1 | invalid: It names weekdays, but its period isn't a week
3 | text 1/1d MORN =1 | invalid: It says the dosage in words and in fields, which may differ
3 | 1/1d MORN + 1/1d @08:00 | invalid: It doesn't say how much is given
3 | 1/1d MORN =1 + 1/1d EVE =400[v] | invalid: Its amounts have different units
3 | 1/1d MORN | invalid: It doesn't say how much is given
3 | 1/1d MORN =1 + 2/2d NOON EVE =2 | invalid: Its entries have different periods
3 | 1/1d MORN =1 + 2/1wk NOON EVE =2 | invalid: Its entries have different periods
6 | 1/1d MORN =1 + 1/1d MORN EVE =2 | invalid: Its number of times is 1, but it names 2
3 | 1/1wk mon =1 + 1/1wk mon =2 | invalid: Some of its entries name times and others don't, or name them otherwise
3 | 1/1d @08:00 =2 + 2/1d @08:00 @14:00 =1 | invalid: It names a time twice
3 | 2/1d mon fri MORN EVE =1 + 1/1d mon sat MORN =2 | invalid: It names weekdays, but its period isn't a week
3 | 2/1d mon fri @08:00 @12:00 =1 + 1/1d mon sat @08:00 =2 | invalid: It names weekdays, but its period isn't a week
3 | 1/2d =1 + 1/3d =2 | invalid: Its entries have different periods
3 | 1/2d MORN =1 + 2/2d MORN EVE =2 | invalid: It names a time twice
3 | 1/2d @08:00 =1 + 1/2d @08:00 =2 | invalid: It names a time twice
3 | 1/2d @08:00 =1 + 1/3d @20:00 =2 | invalid: Its entries have different periods
1 | @08:00 during2wk =1 + @20:00 during3wk =2 | invalid: Its entries have different beginnings or ends
2 | 1/1d @08:00 during2wk =1 + 1/1d @20:00 during3wk =2 | invalid: Its entries have different beginnings or ends
3 | MORN =1 + @08:00 =1 | invalid: Some of its entries name times and others don't, or name them otherwise
3 | mon @08:00 =1 + mon MORN =2 | invalid: Some of its entries name times and others don't, or name them otherwise
3 | 1/1d EVE =1 + 1/1wk mon =1 | invalid: Its entries have different periods
3 | 1/1d NOON =1 + 1/1d =1 | invalid: Some of its entries name times and others don't, or name them otherwise
3 | 1/1d @07:00 =1 + 1/1wk fri =1 | invalid: Its entries have different periods
3 | 1/1d @12:00 =1 + 1/1d =1 | invalid: Some of its entries name times and others don't, or name them otherwise
3 | 1/1wk tue =1 + 1/1d =1 | invalid: Its entries have different periods
3 | 1/1wk mon =1 + 1/1wk wed MORN =2 | invalid: Some of its entries name times and others don't
3 | 1/2d =1 + 1/2d @08:00 =2 | invalid: Some of its entries name times and others don't, or name them otherwise
3 | 1/1wk fri EVE =1 + 1/3d =2 | invalid: Its entries have different periods
3 | 1/1wk mon =1 + 1/1wk wed @08:00 =2 | invalid: Some of its entries name times and others don't
3 | 1/2d =1 + 1/2d MORN =2 | invalid: Some of its entries name times and others don't, or name them otherwise
3 | 1/1wk fri @08:00 =1 + 1/3d =2 | invalid: Its entries have different periods
3 | 1/1wk fri EVE =1 + 1/3d MORN =2 | invalid: Its entries have different periods
3 | 1/1wk fri @08:00 =1 + 1/3d @20:00 =2 | invalid: Its entries have different periods
# rules
12 | text | free text
6 | 1/2d during3wk!Tag(e) =1 | invalid: The code and the name of a unit of time differ
1 | 1/1d during5d!Woche(n) =1 | invalid: The code and the name of a unit of time differ
1 | 1/1d during2mo!Jahr(e) =1 | invalid: The code and the name of a unit of time differ
1 | 1/1d during1a!Monat(e) =1 | invalid: The code and the name of a unit of time differ
2 | MORN =0.125 | invalid: 0.125 isn't an amount: more than 0, with few decimals
1 | MORN =0.125..1 | invalid: 0.125 isn't an amount: more than 0, with few decimals
3 | 1/8h =1 max6/24h | needs time-1, every 8 h from 08:00 =1, at most 6 in 24 h
3 | prn =1 max400[mg]/24h | invalid: The largest amount has another unit than the dose
3 | prn =1 + prn =2 | invalid: Several amounts as needed: which of them holds isn't said
3 | text for | invalid: It says what it is needed for, but not that it is as needed
3 | 1/1d during1.5d =1 | invalid: It lasts a part of a day
3 | 1/1d during1.000000001d =1 | invalid: It lasts a part of a day
3 | text prn=false for | invalid: It says what it is needed for, but not that it is as needed
3 | 1/1d MORN =1.1 | needs MORN, 07:00=1.1 daily
3 | 1/1d MORN =1.00000001 | invalid: 1.00000001 isn't an amount: more than 0, with few decimals
3 | none | invalid: It has no dosage
3 | MORN =1 | needs MORN, 07:00=1 daily
3 | text MORN =1 | invalid: It says the dosage in words and in fields, which may differ
2 | text =2 | invalid: It says the dosage in words and in fields, which may differ
1 | text MORN =2 | invalid: It says the dosage in words and in fields, which may differ
3 | MORN | invalid: It doesn't say how much is given
3 | =1 | invalid: It doesn't say when it is given
6 | MORN =1 + EVE =500[mg] | invalid: Its amounts have different units
3 | 1/1d =1[mg].. | invalid: The range of amounts has no upper end
3 | 1/1d =1[mg]..2 | invalid: Its amounts have different units
3 | prn MORN =1 + EVE =2 | invalid: Its entries have different answers whether it is given only as needed
3 | prn for MORN =1 + prn EVE =2 | invalid: Its entries have different reasons to give it
3 | prn gap4h MORN =1 + prn EVE =2 | invalid: Its entries have different times between doses
3 | prn gap4h!Tag(e) =1 | invalid: The code and the name of a unit of time differ
3 | prn MORN =1 max6/24h + prn EVE =2 max8/24h | invalid: Its entries have different largest amounts
6 | text + text | invalid: Several dosages in words: which of them holds isn't said
3 | 2/1d MORN =1 | invalid: Its number of times is 2, but it names 1
3 | 2/1d @08:00 =1 | invalid: Its number of times is 2, but it names 1
3 | 3/1wk tue thu =2 | invalid: Its number of times a week is 3, but it names 2
3 | 3/2d @08:00 @20:00 =1 + 2/2d @10:00 @14:00 @22:00 =2 | invalid: Its number of times is 3, but it names 2
3 | 3/1wk mon fri MORN during3wk =1 | invalid: Its number of times a week is 3, but it names 2
3 | prn for =1 max3/6h | as needed =1, at most 3 in 6 h
3 | instructionA 1/1d MORN =1 + instructionB 1/1d EVE =2 | invalid: Its entries have different instructions
3 | instructionC 1/1d MORN =1 + 1/1d EVE =2 | invalid: Its entries have different instructions
3 | 1/1wk MORN =1 | needs MORN, 07:00=1 everyWeeks 1
3 | 1/1wk @08:00 =1 | 08:00=1 everyWeeks 1
3 | 1/1d tue =2 | invalid: It names weekdays, but its period isn't a week
3 | 2/1d mon fri MORN during3wk =1 | invalid: It names weekdays, but its period isn't a week
3 | 2/1wk mon fri MORN during3wk =1 + 2/1d mon fri NOON during3wk =2 | invalid: It names weekdays, but its period isn't a week
3 | 1/1.1d =1 | invalid: It has a part of a period
3 | 1/1.000000001d =1 | invalid: It has a part of a period
3 | 1-2/4-6h =1 | unsupported: A number of times or a period that varies
3 | 2-2/1d =1 | invalid: The largest number of times isn't larger than the smallest
3 | prn 1-2/1d =1 max6/24h | unsupported: As needed and at times together: a plan is one or the other
3 | 1/4-4h =1 | invalid: The longest period isn't longer than the shortest
3 | gap4h 1/4-6h =1 | unsupported: A number of times or a period that varies
6 | @08:00 =1 + @20:00 =1 | 08:00=1 20:00=1 daily
6 | MORN =1 + EVE =1 | needs MORN EVE, 07:00=1 18:00=1 daily
3 | text 1/1d =1 | invalid: It says the dosage in words and in fields, which may differ
3 | 2/1d MORN EVE | invalid: It doesn't say how much is given
3 | 1/4-6h =2..3 | unsupported: A range of amounts at planned times: a plan has one amount for each time
`;
