import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { theme, toCssVariables } from "./theme.ts";

const HEADING = `/* What Mantine makes of theme.ts, so that no browser computes it. After a change of theme.ts:
   npx vitest run app/theme -u */
`;

it("the kit's variables are those that Mantine makes of the theme", async () => {
  const page = renderToStaticMarkup(
    createElement(MantineProvider, { theme, cssVariablesResolver: toCssVariables }),
  );
  const [, css] = /<style data-mantine-styles="true">(.*?)<\/style>/s.exec(page)!;
  const lines = css!
    .replaceAll(/\s*([{};])\s*/g, "$1")
    .replaceAll("{", " {\n")
    .replaceAll(";", ";\n");
  await expect(HEADING + lines.replaceAll("}", "}\n").replaceAll(/^(?=--)/gm, "  ")).toMatchFileSnapshot(
    "kit-variables.css",
  );
});
