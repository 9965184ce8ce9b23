import type { Page } from "@playwright/test";
import { LONG_TEXT } from "./support/admin.ts";
import { openSeededTables, type SeededTables, tableRow } from "./support/admin-tables.ts";
import { expect, test } from "./support/test.ts";

/**
 * Each table with the line, address and title of its page, the line and name of its query, column headings with their
 * lines, and rows; a row is a text that finds it, its cells, and the lines that these show. Other tests of the same
 * worker may have left rows too; the newest of each kind are this test's.
 */
const TABLES = [
  [
    "@WORK-588",
    "users",
    "Users",
    "@WORK-629",
    "listUsers",
    "Name | Email | External auth ID | Role | Created",
    "@WORK-630 @WORK-632 @WORK-633 @WORK-634 @WORK-638",
    [
      [
        "susi-super",
        "Susi Super | ^susi-super | {susi} | SUPER ADMIN | {moment}",
        "@WORK-635 @WORK-640 @WORK-641 @WORK-642 @WORK-644 @WORK-645",
      ],
      [
        "petra-platform",
        "Petra Platform | ^petra-platform | {any} | ADMIN | {moment}",
        "@WORK-636 @WORK-643",
      ],
      ["Unknown", "Unknown | {any} | {any} | USER | {moment}", "@WORK-631 @WORK-637 @WORK-947"],
    ],
  ],
  [
    "@WORK-589",
    "care",
    "Notebooks",
    "@WORK-646",
    "listDiaries",
    "Name | Description | Short ID | Creator | Region | Status | Created",
    "@WORK-647 @WORK-648 @WORK-649 @WORK-650 @WORK-651 @WORK-654",
    [
      [
        "Frida",
        "{frida} | All that we know about her days | {id} | Alma Seiler | DE | ACTIVE | {moment}",
        "@WORK-653",
      ],
      [
        "Otto Amann",
        "Otto Amann's Care Notebook | ^Slowly | {id} | Alma Seiler | DE | ARCHIVED | {moment}",
        "@WORK-652",
      ],
    ],
  ],
  [
    "@WORK-590",
    "notes",
    "Notes",
    "@WORK-655",
    "listNotes",
    "Title | Content | Notebook | Type | Creator | Visibility | Note date | Created",
    "@WORK-656 @WORK-658 @WORK-659 @WORK-660 @WORK-661 @WORK-662 @WORK-663",
    [
      [
        "A good morning",
        "A good morning | {preview} | {frida} | {id} | Alma Seiler | team | Mar 5, 2026 | {moment}",
        "@WORK-657 @WORK-659 @WORK-664 @WORK-665 @WORK-666 @WORK-667 @WORK-668 @WORK-670 @WORK-671 @WORK-672",
      ],
      [
        "private",
        "Hidden | Hidden | {frida} | {id} | Alma Seiler | private | Mar 5, 2026 | {moment}",
        "@WORK-668",
      ],
      [
        "For everybody",
        "For everybody | Come on Sunday | {frida} | {id} | Alma Seiler | extended | Mar 5, 2026 | {moment}",
        "",
      ],
    ],
  ],
  [
    "@WORK-591",
    "note-types",
    "Note Types",
    "@WORK-673",
    "listNoteTypes",
    "Type ID | Name | Icon | Description | Status | Version",
    "@WORK-674 @WORK-675 @WORK-676 @WORK-678",
    [
      [
        "summary",
        "summary | Summary of the week | 📄 Robot | Written by a machine | INACTIVEAI | v3",
        "@WORK-677 @WORK-680 @WORK-681 @WORK-683 @WORK-687 @WORK-688 @WORK-689 @WORK-690",
      ],
      [
        "General note",
        "default | General note | 📝 FileText | {any} | ACTIVE | v1",
        "@WORK-679 @WORK-682 @WORK-684 @WORK-685 @WORK-686",
      ],
    ],
  ],
  [
    "@WORK-592",
    "attachments",
    "Attachments",
    "@WORK-691",
    "listAttachments",
    "Filename | MIME type | Notebook | Note | Size | Uploader | Created | Storage | Actions",
    "@WORK-692 @WORK-693 @WORK-694 @WORK-695 @WORK-697 @WORK-698",
    [
      [
        "leaflet.txt",
        "leaflet.txt | text/plain | {frida} | A good morning | 1.50 KB | Bruno Seiler | {moment} | GCS | Download leaflet.txt",
        "@WORK-696 @WORK-701 @WORK-707 @WORK-708 @WORK-709 @WORK-711 @WORK-712 @WORK-713 @WORK-908 @WORK-909",
      ],
      [
        "reminder.txt",
        "reminder.txt | text/plain | {frida} | A good morning | 15 B | Bruno Seiler | {moment} | GCS | Download reminder.txt",
        "@WORK-699 @WORK-710 @WORK-908",
      ],
      [
        "scan of old.pdf",
        "scan of old.pdf | application/pdf | {frida} | A good morning | 2.50 MB | Alma Seiler | {moment} | Legacy | {none}",
        "@WORK-700 @WORK-702 @WORK-908 @WORK-909",
      ],
    ],
  ],
  [
    "@WORK-593",
    "tasks",
    "Tasks",
    "@WORK-714",
    "listTasks",
    "Title | Description | Notebook | Assignee | Status | Due date | Created by",
    "@WORK-715 @WORK-716 @WORK-717 @WORK-718 @WORK-720 @WORK-721 @WORK-723",
    [
      [
        "Buy bread",
        "Buy bread | Rye, sliced | {frida} | Unassigned | pending | No due date | Alma Seiler",
        "@WORK-719 @WORK-722",
      ],
      [
        "Call the doctor",
        "Call the doctor | {none} | {frida} | Bruno Seiler | pending | Mar 9, 2026, 1:00 PM | Alma Seiler",
        "@WORK-718 @WORK-721",
      ],
    ],
  ],
  [
    "@WORK-594",
    "comments",
    "Comments",
    "@WORK-724",
    "listComments",
    "Content | Notebook | Target type | Author | Visibility",
    "@WORK-725 @WORK-726 @WORK-727 @WORK-728 @WORK-729",
    [
      [
        "Lovely to read",
        "Lovely to read | {frida} | note | Bruno Seiler | team",
        "@WORK-730 @WORK-731 @WORK-732 @WORK-733 @WORK-734",
      ],
      ["Hidden", "Hidden | {frida} | note | Alma Seiler | {any}", ""],
    ],
  ],
  [
    "@WORK-595",
    "members",
    "Members",
    "@WORK-735",
    "listMembers",
    "User | Notebook | Role | Invited by | Joined at",
    "@WORK-736 @WORK-737 @WORK-738 @WORK-739 @WORK-741",
    [
      [
        "bruno-seiler",
        "^Bruno Seilerbruno-seiler | {frida} | Caregiver | Alma Seiler | {moment}",
        "@WORK-736 @WORK-739",
      ],
      [
        "alma-seiler & Frida",
        "^Alma Seileralma-seiler | {frida} | Owner | Self-created | {moment}",
        "@WORK-740",
      ],
    ],
  ],
  [
    "@WORK-596",
    "invitations",
    "Invitations",
    "@WORK-742",
    "listInvitations",
    "Email | Notebook | Role | Inviter | Status | Expires | Created",
    "@WORK-743 @WORK-744 @WORK-745 @WORK-746 @WORK-747 @WORK-748 @WORK-749",
    [
      [
        "nurse@example.org",
        "nurse@example.org | {frida} | Admin | Alma Seiler | pending | {moment} | {moment}",
        "@WORK-743 @WORK-744 @WORK-745 @WORK-746 @WORK-747 @WORK-748 @WORK-749",
      ],
    ],
  ],
  [
    "@WORK-597",
    "programs",
    "Programs",
    "@WORK-750",
    "listPrograms",
    "Name | Short ID | Category | Creator | Status | Version | Published | Actions",
    "@WORK-751 @WORK-752 @WORK-753 @WORK-754 @WORK-759 @WORK-760",
    [
      [
        "Stairs again",
        "Stairs again | {id} | Rehabilitation | Alma Seiler | INACTIVEPUBLICOFFICIAL | 2.3 | Mar 3, 2026 | Edit Stairs again",
        "@WORK-756 @WORK-757 @WORK-758 @WORK-765 @WORK-766 @WORK-767 @WORK-768 @WORK-769",
      ],
      [
        "Back on her feet",
        "Back on her feet | {id} | Rehabilitation | Alma Seiler | ACTIVE | 1.0 | {none} | Edit Back on her feet",
        "@WORK-755 @WORK-761 @WORK-762 @WORK-763 @WORK-764 @WORK-770",
      ],
    ],
  ],
  [
    "@WORK-598",
    "diary-programs",
    "Notebook Programs",
    "@WORK-771",
    "listDiaryPrograms",
    "Notebook | Program | Baseline event | Baseline date | Status | Paused until | Activator | Activated",
    "@WORK-772 @WORK-773 @WORK-774 @WORK-775 @WORK-776 @WORK-777 @WORK-778 @WORK-779",
    [
      [
        "Stairs again",
        "{frida} | Stairs again | Day of discharge | Feb 1, 2026 | paused | May 1, 2099 | Alma Seiler | Feb 2, 2026, 1:00 PM",
        "@WORK-780 @WORK-781 @WORK-782 @WORK-783 @WORK-784 @WORK-785 @WORK-786",
      ],
      [
        "Back on her feet",
        "{frida} | Back on her feet | Day of discharge | {day} | active | {none} | Alma Seiler | {moment}",
        "@WORK-783",
      ],
      [
        "completed",
        "{frida} | After a hip replacement | Discharge | {day} | completed | {none} | Alma Seiler | {moment}",
        "@WORK-783",
      ],
      [
        "cancelled",
        "{frida} | Coming home after a stroke | Discharge | {day} | cancelled | {none} | Alma Seiler | {moment}",
        "@WORK-783",
      ],
    ],
  ],
  [
    "@WORK-599",
    "phase-progress",
    "Phase Progress",
    "@WORK-787",
    "listPhaseProgress",
    "Phase title | Phase ID | Notebook | Program | Status | Milestone | Adherence | Activities | Start date | End date",
    "@WORK-788 @WORK-789 @WORK-790 @WORK-791 @WORK-792 @WORK-793 @WORK-795 @WORK-796 @WORK-797",
    [
      [
        "Arriving at home & Back on her feet",
        "Arriving at home | home | {frida} | Back on her feet | completed | Reached | 83% | 1/2 | Mar 1, 2026 | Mar 7, 2026",
        "@WORK-798 @WORK-799 @WORK-800 @WORK-801 @WORK-802 @WORK-803 @WORK-804 @WORK-805 @WORK-806 @WORK-807",
      ],
      [
        "skipped",
        "Going further | further | {frida} | Back on her feet | skipped | Not reached | 0% | ^0/ | {day} | {day}",
        "@WORK-801",
      ],
      [
        "active & Stairs again",
        "Arriving at home | home | {frida} | Stairs again | active | Not reached | 0% | ^0/ | {day} | {day}",
        "@WORK-801 @WORK-808 @WORK-809",
      ],
      [
        "upcoming",
        "Going further | further | {frida} | Stairs again | upcoming | Not reached | 0% | ^0/ | {day} | {day}",
        "@WORK-801",
      ],
    ],
  ],
  [
    "@WORK-600",
    "activity-activations",
    "Activity Activations",
    "@WORK-810",
    "listActivityActivations",
    "Activity title | Template ID | Notebook | Program | Phase ID | Frequency | Assignee | Status | Start date",
    "@WORK-811 @WORK-812 @WORK-813 @WORK-814 @WORK-815 @WORK-816 @WORK-817 @WORK-818 @WORK-821",
    [
      [
        "Tablets & Back on her feet",
        "Tablets against pain | tablets | {frida} | Back on her feet | home | 3 times per 1 day | Bruno Seiler | INACTIVEPaused until Apr 1, 2099Ended Apr 2, 2026 | Mar 1, 2026",
        "@WORK-819 @WORK-820 @WORK-822 @WORK-823 @WORK-824 @WORK-827 @WORK-829 @WORK-830 @WORK-831",
      ],
      [
        "Walk with & Stairs again",
        "Walk with the frame | walk | {frida} | Stairs again | home | Every 1 day | Unassigned | ACTIVE | {day}",
        "@WORK-825 @WORK-826 @WORK-828",
      ],
    ],
  ],
  [
    "@WORK-601",
    "program-exports",
    "Program Exports",
    "@WORK-832",
    "listProgramExports",
    "Export type | Notebook | Program | Format | Date range | Generated by | Downloads | Expires | Generated",
    "@WORK-833 @WORK-834 @WORK-835 @WORK-836 @WORK-837 @WORK-838 @WORK-839 @WORK-840 @WORK-841",
    [
      [
        "weekly-summary",
        "weekly-summary | {frida} | Back on her feet | csv | Mar 2, 2026 – Mar 8, 2026 | Bruno Seiler | 7 | {expiry} | {made}",
        "@WORK-842 @WORK-843 @WORK-844 @WORK-845 @WORK-846 @WORK-847 @WORK-848 @WORK-849 @WORK-850 @WORK-851",
      ],
      [
        "full-report",
        "full-report | {frida} | Back on her feet | pdf | The whole program | Bruno Seiler | 7 | {expiry} | Not yet",
        "@WORK-843 @WORK-845",
      ],
      [
        "phase-report",
        "phase-report | {frida} | Back on her feet | json | From Mar 2, 2026 | Bruno Seiler | 7 | {expiry} | {made}",
        "@WORK-843 @WORK-845 @WORK-846",
      ],
      [
        "api-snapshot",
        "api-snapshot | {frida} | Back on her feet | json | Until Mar 8, 2026 | Bruno Seiler | 7 | {expiry} | {made}",
        "@WORK-843 @WORK-847",
      ],
    ],
  ],
  [
    "@WORK-602",
    "audit",
    "Audit Events",
    "@WORK-852",
    "listAuditEvents",
    "Event type | Notebook | Actor | Target type | Target ID | Details | Created",
    "@WORK-853 @WORK-854 @WORK-855 @WORK-856 @WORK-859",
    [
      [
        "note.restored",
        "note.restored | {frida} | Alma Seiler | note | {shortened} | ^Details | {moment}",
        "@WORK-857 @WORK-858 @WORK-860 @WORK-861 @WORK-862 @WORK-863 @WORK-864 @WORK-865",
      ],
      ["auditEve", "admin.tableOpened | {none} | Susi Super | table | ^auditEve, | {none} | {moment}", ""],
      ["admin.promoted", "admin.promoted | {none} | System | user | {shortened} | ^Details | {moment}", ""],
    ],
  ],
] as const;

/** Placeholders in the expected cells: values that differ from run to run, and common values. */
const CELLS: Readonly<Record<string, string | RegExp>> = {
  "{frida}": "Frida Amann's Care Notebook",
  "{preview}": `${LONG_TEXT.slice(0, 100)}…`,
  "{day}": /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/,
  "{moment}": /^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/,
  "{expiry}": "Jan 1, 2099, 1:00 PM",
  "{made}": "Mar 10, 2026, 1:00 PM",
  "{id}": /^[2-9a-z]{6}$/,
  "{shortened}": /^[\da-f]{8}, copy the whole ID$/,
  // A dash with its accessible text.
  "{none}": "–none",
  "{any}": /./,
};

/** The expected texts of a row's cells; a cell after "^" is only a prefix. */
const cellsOf = (row: string) =>
  row
    .split(" | ")
    .map((cell) =>
      cell === "{susi}" ? susisAuthId : (CELLS[cell] ?? (cell.startsWith("^") ? new RegExp(cell) : cell)),
    );

let seeded: SeededTables;
let page: Page;
/** The account id of the super administrator, which differs from their user id. */
let susisAuthId: string;

test.beforeAll(async ({ node, browser }) => {
  seeded = await openSeededTables(node, browser);
  ({ page } = seeded);
  const { rows } = await node
    .database()
    .pool.query("select clerk_user_id from users where id = $1", [seeded.people[0].userId]);
  susisAuthId = rows[0].clerk_user_id;
});

test.afterAll(() => seeded.close());

const menu = () => page.getByRole("navigation", { name: "Administration" });

for (const [line, path, title, queryLine, query, headings, headingLines, rows] of TABLES) {
  test(`the table ${title}`, async () => {
    await menu().getByRole("link", { name: title, exact: true }).click();
    await expect(page).toHaveURL(`/admin/${path}`);
    await expect(page.getByRole("heading", { level: 1, name: title, exact: true }), line).toBeVisible();
    await expect(page.getByRole("columnheader"), headingLines).toHaveText(headings.split(" | "));
    for (const [words, cells, rowLines] of rows) {
      const row = tableRow(page, ...words.split(" & "));
      await expect(row.locator("th, td"), rowLines).toHaveText(cellsOf(cells));
      // A percentage is also shown as a bar.
      const [percentage] = /\d+(?=%)/.exec(cells) ?? [];
      await expect(row.getByRole("progressbar")).toHaveCount(percentage === undefined ? 0 : 1);
      if (percentage !== undefined) {
        const filled = await row
          .getByRole("progressbar")
          .evaluate((bar: HTMLProgressElement) => bar.position);
        expect(Math.round(filled * 100), "@WORK-794").toBe(Number(percentage));
      }
    }
    // The opening writes its audit event before anything is read.
    const { calls } = seeded;
    const list = calls.findIndex((call) => call.path === `adminDb:${query}`);
    expect(list, queryLine).toBeGreaterThan(-1);
    expect(calls[list]!.args, "@WORK-628").toMatchObject({ paginationOpts: { numItems: 20, cursor: null } });
    const opening = calls.findLastIndex((call) => call.path === "admin:recordTableOpening");
    expect(opening).toBeGreaterThan(-1);
    expect(opening).toBeLessThan(list);
    // Read-only: the only field is the search, buttons only open or copy something, and only programs can be edited.
    const main = page.getByRole("main");
    for (const role of ["textbox", "checkbox", "switch", "radio", "combobox", "spinbutton"] as const)
      await expect(main.getByRole(role), "@WORK-621").toHaveCount(0);
    await expect(page.getByRole("searchbox")).toHaveCount(1);
    const buttons = await page.locator("tbody").getByRole("button").allTextContents();
    const known = path === "programs" ? /^Edit ./ : /^(More|Download .+|.+, copy the whole ID)$/;
    for (const button of buttons) expect(button).toMatch(known);
    // That a new person's clock is noted belongs to the app's start, whichever page is open then.
    const writes = calls
      .filter(({ type, path: name }) => type !== "Add" && name !== "notifications:setSettings")
      .map((call) => call.path);
    // On a slow machine the app has meanwhile noted the browser's time zone.
    expect(new Set([...writes, "notifications:setSettings"]), "@WORK-621").toEqual(
      new Set(["users:syncUser", "notifications:setSettings", "admin:recordTableOpening"]),
    );
  });
}
