import { useLayoutEffect } from "react";
import { startHelpSearch } from "../../features/marketing/client/help-search.ts";
import { HelpScreen } from "../../features/marketing/screens/help.tsx";

/** `/more/help`: the public help page inside the app, so that Back leads to where the reader came from. */
export function HelpRoute() {
  useLayoutEffect(() => startHelpSearch(document), []);
  return <HelpScreen />;
}
