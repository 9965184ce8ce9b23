import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import "@fontsource-variable/atkinson-hyperlegible-next/wght.css";
import "../theme/tokens.css";
import "../theme/base.css";
import { PageHead } from "../../features/marketing/components/page-head.tsx";
import { PublicFrame } from "../../features/marketing/components/public-frame.tsx";
import { getLanguageAddress, type PublicLanguage } from "../../features/marketing/rules/addresses.ts";
import { PUBLIC_PATHS, type PublicPath } from "../../features/marketing/rules.ts";
import { AboutScreen } from "../../features/marketing/screens/about.tsx";
import { CommunityScreen } from "../../features/marketing/screens/community.tsx";
import { HelpScreen } from "../../features/marketing/screens/help.tsx";
import { IntendedPurposeScreen } from "../../features/marketing/screens/intended-purpose.tsx";
import { LandingScreen } from "../../features/marketing/screens/landing.tsx";
import { PricingScreen } from "../../features/marketing/screens/pricing.tsx";
import { PrivacyScreen } from "../../features/marketing/screens/privacy.tsx";
import { SecurityScreen } from "../../features/marketing/screens/security.tsx";
import { TermsScreen } from "../../features/marketing/screens/terms.tsx";
import { ORIGIN_MARK } from "../../lib/origin-mark.ts";

const screens: Record<PublicPath, () => ReactNode> = {
  "/": LandingScreen,
  "/pricing": PricingScreen,
  "/security": SecurityScreen,
  "/help": HelpScreen,
  "/community": CommunityScreen,
  "/about": AboutScreen,
  "/privacy": PrivacyScreen,
  "/terms": TermsScreen,
  "/intended-purpose": IntendedPurposeScreen,
};

// The build gives the texts: the renderer is a bundle of its own, with a `t` of its own.
export { provideTexts } from "../../lib/words/t.ts";
export { getLanguageAddress, PUBLIC_PATHS };

/**
 * A public page in the reader's language as HTML, to be inserted into `public.html` at its two placeholders.
 * @param languages all languages of the pages
 */
export function renderPage(
  path: PublicPath,
  languages: readonly PublicLanguage[],
): { head: string; body: string } {
  const Screen = screens[path];
  return {
    head: renderToStaticMarkup(<PageHead path={path} languages={languages} />),
    body: renderToStaticMarkup(
      <PublicFrame path={path} languages={languages}>
        <Screen />
      </PublicFrame>,
    ),
  };
}

/** The sitemap of the public pages (sitemaps.org, protocol 0.9). */
export function renderSitemap(languages: readonly PublicLanguage[]): string {
  const addresses = languages.flatMap(({ code }) =>
    PUBLIC_PATHS.map((path) => `  <url><loc>${ORIGIN_MARK}${getLanguageAddress(code, path)}</loc></url>`),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.join("\n")}
</urlset>
`;
}
