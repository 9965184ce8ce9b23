import { PRODUCT_NAME } from "../../lib/product.ts";

/** The landing page and the other public pages (workspace 2.1). */
export type PublicPath =
  | "/"
  | "/pricing"
  | "/security"
  | "/help"
  | "/community"
  | "/about"
  | "/privacy"
  | "/terms"
  | "/intended-purpose";

/** The title of a public page in browser tabs, search results and link previews. */
export type PageMetadata = {
  path: PublicPath;
  /** Also the page's heading; the landing page has its own. */
  title: string;
  /** One or two sentences, at most 160 characters. */
  description: string;
};

export const PAGES: readonly PageMetadata[] = [
  {
    path: "/",
    title: `${PRODUCT_NAME}: one notebook for everyone who cares`,
    description:
      "A shared care notebook for families, caregivers and clinicians: notes, medications, tasks and care programs for one person, in one place.",
  },
  {
    path: "/pricing",
    title: "Pricing",
    description:
      "Three plans: Free for $0, Family for $19 per month, Pro for $49 per month. What each one includes.",
  },
  {
    path: "/security",
    title: "Security",
    description:
      "Who sees what in a care notebook, what is encrypted and with what, and how accounts are protected.",
  },
  {
    path: "/help",
    title: "Help Center",
    description:
      "Search for answers about notebooks, notes, invitations, tasks, programs, recordings and your account.",
  },
  {
    path: "/community",
    title: "Community",
    description:
      "Where people who care for somebody can meet, learn from each other and take part. Most of it is coming soon.",
  },
  {
    path: "/about",
    title: "About",
    description: "Why there is an open care notebook, what we hold to, and what it doesn't do.",
  },
  {
    path: "/privacy",
    title: "Privacy",
    description:
      "What is stored where, who can read it, which cookies are set, how long things stay, how to export and erase.",
  },
  {
    path: "/terms",
    title: "Terms",
    description:
      "What you can expect of the software and of whoever runs this server, and what is expected of you.",
  },
  {
    path: "/intended-purpose",
    title: "What it is for",
    description:
      "A notebook that keeps what people write. It isn't a medical device: it judges nothing, and it calls no help.",
  },
];

export function getMetadata(path: PublicPath): PageMetadata {
  return PAGES.find((page) => page.path === path)!;
}

export type Plan = {
  name: string;
  price: string;
  /** The small text next to the price; a free plan has none. */
  period: string;
  forWhom: string;
  isMostPopular: boolean;
  contents: readonly string[];
};

/** The plans of the hosted service, as specified (workspace 9). Their limits aren't enforced by the program. */
export const PLANS: readonly Plan[] = [
  {
    name: "Free",
    price: "$0",
    period: "",
    forWhom: "One family that looks after one person",
    isMostPopular: false,
    contents: ["1 care diary", "Unlimited notes", "Up to 3 team members", "Basic recording", "Email support"],
  },
  {
    name: "Family",
    price: "$19",
    period: "per month",
    forWhom: "Families who share the care",
    isMostPopular: true,
    contents: [
      "Up to 5 diaries",
      "Unlimited notes",
      "Unlimited recordings",
      "Up to 10 team members per diary",
      "AI summaries",
      "Priority email support",
      "Comment notifications",
      "Task assignments",
    ],
  },
  {
    name: "Pro",
    price: "$49",
    period: "per month",
    forWhom: "Care teams and practices",
    isMostPopular: false,
    contents: [
      "Unlimited diaries",
      "Unlimited team members",
      "Advanced AI",
      "Custom integrations",
      "Priority phone support",
      "Priority chat support",
      "Advanced security",
      "Training",
      "API access",
    ],
  },
];

/** Normalizes a text for the search: lower case, no accents, single spaces. */
function normalized(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether each word of the search is a prefix of a word of the text; an empty search matches everything. */
export function matchesSearch(search: string, text: string): boolean {
  const words = ` ${normalized(text)}`;
  return normalized(search)
    .split(" ")
    .every((word) => words.includes(` ${word}`));
}

/** The announced result of a search; empty without a search. */
export function searchResultText(search: string, found: number): string {
  if (normalized(search) === "") return "";
  if (found === 0) return `Nothing here matches “${search.trim()}”.`;
  return found === 1 ? "1 answer found" : `${found} answers found`;
}
