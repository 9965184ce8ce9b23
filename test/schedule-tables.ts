/**
 * The words of plans in each language, written by hand and not taken from `words/`: sentences are read back with them
 * (features/plans/rules/schedule-round-trip.test.ts). What is changed in `words/` on purpose is changed here too.
 */

/** The words of a language: `{…}` are the parts that the parser reads, `|` and `?` as in regular expressions. */
export type Table = {
  comma: string;
  and: string;
  semicolon: string;
  /** The separators of decimals and of thousands. */
  decimal: string;
  group: string;
  time: string;
  isAfternoon: string;
  date: string;
  months: string;
  /** In the order of `UNIT_NAMES`. */
  units: string;
  /** From Monday on. */
  weekdays: string;
  hours: string;
  minutes: string;
  doses: string;
  duration: string;
  /** Numbers that are words. */
  ones: string;
  twos: string;
  phrases: Record<Phrase, string>;
};
export type Phrase =
  | "group"
  | "range"
  | "asNeeded"
  | "freeText"
  | "afterLast"
  | "hoursNamed"
  | "hoursFirst"
  | "hoursFrom"
  | "everyHours"
  | "span"
  | "from"
  | "on"
  | "everyDays"
  | "everyWeeks"
  | "weekdays"
  | "monthDays"
  | "minGap"
  | "maxCount"
  | "maxAmount"
  | "before"
  | "with"
  | "after"
  | "empty";

export const TABLES: Record<string, Table> = {
  en: {
    comma: ", ",
    and: " and ",
    semicolon: "; ",
    decimal: ".",
    group: ",",
    time: "{h}:{m} (?:AM|PM)",
    isAfternoon: "PM",
    date: "{month} {d}, {y}",
    months: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    units:
      "tablets? capsules? ml drops? puffs? sprays? patch(es)? units? sachets? suppositor(y|ies) applications? mg mcg g",
    weekdays: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    hours: "#+ hours?",
    minutes: "#+ minutes?",
    doses: "{number} doses?",
    duration: " ",
    ones: "every hour|every day|once a week",
    twos: "-",
    phrases: {
      group: "{dose} at {times}",
      range: "{least} to {dose}",
      asNeeded: "{dose} when needed",
      freeText: "As written in the instructions",
      afterLast: "{dose} {hours} after the last",
      hoursNamed: "{dose} {every} by the clock: {times}",
      hoursFirst: "{dose} {every} by the clock: {times}, the very first at {first}",
      hoursFrom: "{dose} {every} by the clock, from {first} on",
      everyHours: "every #+ hours|every hour",
      span: "From {begin} to {end}: {rest}",
      from: "From {begin} on: {rest}",
      on: "On {begin}: {rest}",
      everyDays: "every day|every #+ days",
      everyWeeks: "once a week|once every #+ weeks",
      weekdays: "on {weekdays}",
      monthDays: "on days? {numbers} of each month",
      minGap: "at least {duration} between two doses",
      maxCount: "at most {doses} in {hours}",
      maxAmount: "at most {dose} in {hours}",
      before: "({duration} )?before a meal",
      with: "with a meal",
      after: "({duration} )?after a meal",
      empty: "on an empty stomach",
    },
  },
  de: {
    comma: ", ",
    and: " und ",
    semicolon: "; ",
    decimal: ",",
    group: ".",
    time: "{h}:{m}",
    isAfternoon: "-",
    date: "{d}. {month} {y}",
    months: "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
    units:
      "Tabletten? Kapseln? ml Tropfen H(ub|übe) Spr(ühstoß|ühstöße) Pflaster Einheit(en)? Beutel Zäpfchen Anwendung(en)? mg Mikrogramm g",
    weekdays: "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    hours: "#+ Stunden?",
    minutes: "#+ Minuten?",
    doses: "{number} Gaben?",
    duration: " ",
    ones: "jede Stunde|täglich|einmal pro Woche",
    twos: "-",
    phrases: {
      group: "{dose} um {times} Uhr",
      range: "{least} bis {dose}",
      asNeeded: "{dose} bei Bedarf",
      freeText: "Wie in den Hinweisen beschrieben",
      afterLast: "{dose}, {hours} nach der letzten Gabe",
      hoursNamed: "{dose} {every} zu festen Zeiten: {times} Uhr",
      hoursFirst: "{dose} {every} zu festen Zeiten: {times} Uhr, die allererste Gabe um {first} Uhr",
      hoursFrom: "{dose} {every} zu festen Zeiten, ab {first} Uhr",
      everyHours: "alle #+ Stunden|jede Stunde",
      span: "Vom {begin} bis zum {end}: {rest}",
      from: "Ab dem {begin}: {rest}",
      on: "Am {begin}: {rest}",
      everyDays: "täglich|alle #+ Tage",
      everyWeeks: "einmal pro Woche|einmal alle #+ Wochen",
      weekdays: "am {weekdays}",
      monthDays: "an (Tag|den Tagen) {numbers} jedes Monats",
      minGap: "mindestens {duration} zwischen zwei Gaben",
      maxCount: "höchstens {doses} in {hours}",
      maxAmount: "höchstens {dose} in {hours}",
      before: "({duration} )?vor dem Essen",
      with: "zum Essen",
      after: "({duration} )?nach dem Essen",
      empty: "nüchtern",
    },
  },
  es: {
    comma: ", ",
    and: " y ",
    semicolon: "; ",
    decimal: ",",
    group: ".",
    time: "{h}:{m}",
    isAfternoon: "-",
    date: "{d} {month} {y}",
    months: "ene feb mar abr may jun jul ago sept oct nov dic",
    units:
      "comprimidos? cápsulas? ml gotas? inhalaci(ón|ones) pulverizaci(ón|ones) parches? unidad(es)? sobres? supositorios? aplicaci(ón|ones) mg microgramos? g",
    weekdays: "lunes martes miércoles jueves viernes sábados domingos",
    hours: "#+ horas?",
    minutes: "#+ minutos?",
    doses: "{number} dosis",
    duration: " y ",
    ones: "cada hora|todos los días|una vez a la semana",
    twos: "-",
    phrases: {
      group: "{dose} a las {times}",
      range: "{least} a {dose}",
      asNeeded: "{dose} si hace falta",
      freeText: "Como está escrito en las indicaciones",
      afterLast: "{dose}, {hours} después de la última dosis",
      hoursNamed: "{dose} {every} a horas fijas: {times}",
      hoursFirst: "{dose} {every} a horas fijas: {times}, la primera vez a las {first}",
      hoursFrom: "{dose} {every} a horas fijas, a partir de las {first}",
      everyHours: "cada #+ horas|cada hora",
      span: "Del {begin} al {end}: {rest}",
      from: "A partir del {begin}: {rest}",
      on: "El {begin}: {rest}",
      everyDays: "todos los días|cada #+ días",
      everyWeeks: "una vez a la semana|una vez cada #+ semanas",
      weekdays: "los {weekdays}",
      monthDays: "(el día|los días) {numbers} de cada mes",
      minGap: "al menos {duration} entre dos dosis",
      maxCount: "como máximo {doses} en {hours}",
      maxAmount: "como máximo {dose} en {hours}",
      before: "({duration} )?antes de comer",
      with: "con la comida",
      after: "({duration} )?después de comer",
      empty: "en ayunas",
    },
  },
  pl: {
    comma: ", ",
    and: " i ",
    semicolon: "; ",
    decimal: ",",
    group: " ",
    time: "{h}:{m}",
    isAfternoon: "-",
    date: "{d} {month} {y}",
    months: "sty lut mar kwi maj cze lip sie wrz paź lis gru",
    units:
      "tablet(ka|ki|ek) kapsuł(ka|ki|ek) ml krop(la|le|li) wdech(y|ów|u)? rozpyle(nie|nia|ń) plast(er|ry|rów|ra) jednost(ka|ki|ek) saszet(ka|ki|ek) czop(ek|ki|ków|ka) nałoże(nie|nia|ń) mg mikrogram(y|ów|a)? g",
    weekdays: "w_poniedziałek we_wtorek w_środę w_czwartek w_piątek w_sobotę w_niedzielę",
    hours: "#+ godzin[aęy]?",
    minutes: "#+ minut[aęy]?",
    doses: "{number} daw(ka|ki|ek)",
    duration: " i ",
    ones: "co godzinę|codziennie|raz w tygodniu",
    twos: "-",
    phrases: {
      group: "{dose} o {times}",
      range: "{least}–{dose}",
      asNeeded: "{dose} w razie potrzeby",
      freeText: "Jak zapisano we wskazówkach",
      afterLast: "{dose}, {hours} po ostatniej dawce",
      hoursNamed: "{dose} {every} o stałych porach: {times}",
      hoursFirst: "{dose} {every} o stałych porach: {times}, pierwszy raz o {first}",
      hoursFrom: "{dose} {every} o stałych porach, od {first}",
      everyHours: "co #+ godziny?|co godzinę",
      span: "Od {begin} do {end}: {rest}",
      from: "Od {begin}: {rest}",
      on: "W dniu {begin}: {rest}",
      everyDays: "codziennie|co #+ dni",
      everyWeeks: "raz w tygodniu|raz na #+ tygodni[ea]?",
      weekdays: "{weekdays}",
      monthDays: "w (dniu|dniach) {numbers} każdego miesiąca",
      minGap: "co najmniej {duration} między dwiema dawkami",
      maxCount: "najwyżej {doses} w ciągu {hours}",
      maxAmount: "najwyżej {dose} w ciągu {hours}",
      before: "({duration} )?przed posiłkiem",
      with: "w trakcie posiłku",
      after: "({duration} )?po posiłku",
      empty: "na czczo",
    },
  },
  ar: {
    comma: "، ",
    and: " و",
    semicolon: "؛ ",
    decimal: ".",
    group: ",",
    time: "{h}:{m} [صم]",
    isAfternoon: "م",
    date: "{d} {month} {y}",
    months: "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    units:
      "(قرصًا|قرص|أقراص) (كبسولة|كبسولات) ملليلتر (قطرة|قطرات) (استنشاقة|استنشاقات) (بخّة|بخّات) (لصقة|لصقات) (وحدة|وحدات) (كيسًا|كيس|أكياس) (تحميلة|تحاميل) (استعمالًا|استعمالات|استعمال) مليغرام ميكروغرام غرام",
    weekdays: "الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد",
    hours: "ساعة واحدة|ساعتين|#+ (ساعات|ساعة)",
    minutes: "دقيقة واحدة|دقيقتين|#+ (دقائق|دقيقة)",
    doses: "جرعة واحدة|جرعتان|{number} (جرعات|جرعة)",
    duration: " و",
    ones: "كل ساعة|كل يوم|مرة كل أسبوع|ساعة واحدة|دقيقة واحدة|جرعة واحدة",
    twos: "كل ساعتين|كل يومين|مرة كل أسبوعين|ساعتين|دقيقتين|جرعتان",
    phrases: {
      group: "{dose} في الساعة {times}",
      range: "{least} إلى {dose}",
      asNeeded: "{dose} عند الحاجة",
      freeText: "كما هو مكتوب في التعليمات",
      afterLast: "{dose} بعد {hours} من الجرعة الأخيرة",
      hoursNamed: "{dose} {every} في مواعيد ثابتة: {times}",
      hoursFirst: "{dose} {every} في مواعيد ثابتة: {times}، والمرة الأولى في الساعة {first}",
      hoursFrom: "{dose} {every} في مواعيد ثابتة، ابتداءً من الساعة {first}",
      everyHours: "كل #+ ساعات|كل #+ ساعة|كل ساعتين|كل ساعة",
      span: "من {begin} إلى {end}: {rest}",
      from: "ابتداءً من {begin}: {rest}",
      on: "في {begin}: {rest}",
      everyDays: "كل يوم|كل يومين|كل #+ (أيام|يومًا|يوم)",
      everyWeeks: "مرة كل أسبوع|مرة كل أسبوعين|مرة كل #+ (أسابيع|أسبوعًا|أسبوع)",
      weekdays: "أيام {weekdays}",
      monthDays: "في (اليوم|اليومين|الأيام) {numbers} من كل شهر",
      minGap: "ما لا يقل عن {duration} بين جرعتين",
      maxCount: "بحد أقصى {doses} خلال {hours}",
      maxAmount: "بحد أقصى {dose} خلال {hours}",
      before: "قبل الطعام( بمدة {duration})?",
      with: "مع الطعام",
      after: "بعد الطعام( بمدة {duration})?",
      empty: "على معدة فارغة",
    },
  },
};
