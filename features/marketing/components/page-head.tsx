import { ORIGIN_MARK } from "../../../lib/origin-mark.ts";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { getLanguage, t } from "../../../lib/words/t.ts";
import { getLanguageAddress, ORIGINAL, type PublicLanguage } from "../rules/addresses.ts";
import { getMetadata } from "../rules/metadata.ts";
import type { PublicPath } from "../rules.ts";

/** The metadata of a public page for browsers, search engines and link previews (ogp.me; X's cards). */
export function PageHead({ path, languages }: { path: PublicPath; languages: readonly PublicLanguage[] }) {
  const { title, description } = getMetadata(path);
  const full = path === "/" ? title : t("publicframe.documentTitle", { title });
  const getFullAddress = (language: string) => ORIGIN_MARK + getLanguageAddress(language, path);
  const address = getFullAddress(getLanguage());
  return (
    <>
      <title>{full}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {languages.map(({ code }) => (
        <link key={code} rel="alternate" hrefLang={code} href={getFullAddress(code)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={getFullAddress(ORIGINAL)} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={PRODUCT_NAME} />
      <meta property="og:title" content={full} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${ORIGIN_MARK}/social.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={t("publicframe.picture")} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
