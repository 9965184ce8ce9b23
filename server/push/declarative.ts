import { getReaderLanguage } from "../words/texts.ts";

export type ShownNotification = {
  title: string;
  body: string;
  /** The page that a tap opens, absolute. */
  url: string;
  /** A later one with the same tag takes its place. */
  tag: string;
  /** Whether it appears without sound. */
  isSilent: boolean;
  /** Whether it sounds although it takes the place of another. */
  isAgain?: boolean;
  /**
   * The answers that buttons offer, with the token for them and the account that may give them. Only our worker knows it.
   */
  answers?: ShownAnswers | undefined;
};

export type ShownAnswers = {
  token: string;
  ways: readonly string[];
  by: string;
  /** What the worker writes, where that isn't English. */
  words?: Record<string, string> | undefined;
};

/**
 * A message for browsers, as Declarative Web Push has it: Safari 18.4 and later shows it by itself, others by our
 * service worker (`app/worker/push.js`), which reads the same.
 */
export function toDeclarativeMessage({
  title,
  body,
  url,
  tag,
  isSilent,
  isAgain = false,
  answers,
}: ShownNotification): Buffer {
  const { language, direction } = getReaderLanguage();
  const notification = {
    title,
    body,
    lang: language,
    ...(direction === "rtl" && { dir: direction }),
    navigate: url,
    tag,
    silent: isSilent,
    renotify: isAgain,
    data: answers,
  };
  return Buffer.from(JSON.stringify({ web_push: 8030, notification }));
}
