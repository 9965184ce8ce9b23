import { Button } from "@mantine/core";
import { IconChartHistogram, IconTable } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { readStored, writeStored } from "../lib/browser-store.ts";
import { t } from "../lib/words/t.ts";

/** Kept for the next picture: a user who prefers tables prefers all of them. */
const KEY = "pictures-as-tables";

/** Whether a picture is shown as a table, and the button that changes it. */
export function useAsTable(): [isTable: boolean, button: ReactNode] {
  const [isTable, setIsTable] = useState(() => readStored<boolean>(KEY) === true);
  const button = (
    <Button
      variant="default"
      className="no-print"
      leftSection={
        isTable ? (
          <IconChartHistogram size={20} aria-hidden="true" />
        ) : (
          <IconTable size={20} aria-hidden="true" />
        )
      }
      onClick={() => {
        setIsTable(!isTable);
        writeStored(KEY, isTable ? null : true);
      }}
    >
      {isTable ? t("ui.asPicture") : t("ui.asTable")}
    </Button>
  );
  return [isTable, button];
}
