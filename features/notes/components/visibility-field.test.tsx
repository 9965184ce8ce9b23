import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { VISIBILITIES } from "../../../lib/visibility-levels.ts";
import { spec } from "../../../test/spec.ts";
import { VisibilityField } from "./visibility-field.tsx";

it("the field offers exactly the visibilities that a note can have", { tags: spec("CORE-627") }, () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <VisibilityField value="team" onChange={() => {}} />
    </MantineProvider>,
  );
  const radios = html.match(/<input[^>]*type="radio"[^>]*>/g) ?? [];
  const offered = radios.map((radio) => /value="([^"]*)"/.exec(radio)?.[1]);
  expect(offered).toEqual(["private", "team", "extended"]);
  expect(offered).toEqual([...VISIBILITIES]);
});
