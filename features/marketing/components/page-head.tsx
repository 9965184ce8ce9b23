import { ORIGIN_MARK } from "../../../lib/origin-mark.ts";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import type { PageMetadata } from "../rules.ts";

/** The metadata of a public page for browsers, search engines and link previews (ogp.me; X's cards). */
export function PageHead({ words: { path, title, description } }: { words: PageMetadata }) {
  const full = path === "/" ? title : `${title} – ${PRODUCT_NAME}`;
  const address = `${ORIGIN_MARK}${path}`;
  return (
    <>
      <title>{full}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={PRODUCT_NAME} />
      <meta property="og:title" content={full} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${ORIGIN_MARK}/social.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta
        property="og:image:alt"
        content={`${PRODUCT_NAME}: one notebook for everyone who cares, with a note, a task and a comment`}
      />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
