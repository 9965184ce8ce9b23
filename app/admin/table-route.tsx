import { Navigate, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { OpeningBoundary } from "../../features/admin/components/opening-boundary.tsx";
import { TABLE_DEFINITIONS } from "../../features/admin/components/tables.tsx";
import { SEARCH_LENGTH } from "../../features/admin/rules.ts";
import { TableScreen } from "../../features/admin/screens/table.tsx";
import { cutText } from "../../lib/cut-text.ts";

/** `/admin/:table`: one of the tables, filtered by the search words in the address. */
export function TableRoute() {
  const { table: path } = useParams({ from: "/signed-in/admin/$table" });
  const { q = "" } = useSearch({ from: "/signed-in/admin/$table" });
  const navigate = useNavigate();
  const table = TABLE_DEFINITIONS.find(({ page }) => page.path === path);
  if (!table) return <Navigate to="/admin" replace />;
  return (
    <OpeningBoundary key={path}>
      <TableScreen
        table={table}
        q={cutText(q.trim().toWellFormed(), SEARCH_LENGTH)}
        onSearch={(words) =>
          void navigate({
            to: "/admin/$table",
            params: { table: path },
            search: words ? { q: words } : {},
            replace: true,
          })
        }
      />
    </OpeningBoundary>
  );
}
