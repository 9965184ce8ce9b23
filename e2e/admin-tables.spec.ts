import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addUser, callsOf, LONG_TEXT, promote, type SentCall, STORY, seedTables } from "./support/admin.ts";
import { expectClean } from "./support/axe.ts";
import { type Person, signUpPerson } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { expect, test } from "./support/test.ts";

/**
 * Each table with its tags, address, title, query, column headings and rows; a row is a text that finds it, and its
 * cells. Other tests of the same worker may have left rows too; the newest of each kind are this test's.
 */
const TABLES = [
  [
    "WORK-947 WORK-588 WORK-629 WORK-630 WORK-631 WORK-632 WORK-633 WORK-634 WORK-635 WORK-636 WORK-637 WORK-638 WORK-640 WORK-641 WORK-642 WORK-643 WORK-644 WORK-645",
    "users",
    "Users",
    "listUsers",
    "Name | Email | External auth ID | Role | Created",
    [
      ["susi-super", "Susi Super | ^susi-super | {susi} | SUPER ADMIN | {moment}"],
      ["petra-platform", "Petra Platform | ^petra-platform | {any} | ADMIN | {moment}"],
      ["Unknown", "Unknown | {any} | {any} | USER | {moment}"],
    ],
  ],
  [
    "WORK-589 WORK-646 WORK-647 WORK-648 WORK-649 WORK-650 WORK-651 WORK-652 WORK-653 WORK-654",
    "care",
    "Notebooks",
    "listDiaries",
    "Name | Description | Short ID | Creator | Region | Status | Created",
    [
      ["Frida", "{frida} | All that we know about her days | {id} | Alma Seiler | DE | ACTIVE | {moment}"],
      ["Otto Amann", "Otto Amann's Care Notebook | ^Slowly | {id} | Alma Seiler | DE | ARCHIVED | {moment}"],
    ],
  ],
  [
    "WORK-590 WORK-655 WORK-656 WORK-657 WORK-658 WORK-659 WORK-660 WORK-661 WORK-662 WORK-663 WORK-664 WORK-665 WORK-666 WORK-667 WORK-668 WORK-669 WORK-670 WORK-671 WORK-672",
    "notes",
    "Notes",
    "listNotes",
    "Title | Content | Notebook | Type | Creator | Visibility | Note date | Created",
    [
      [
        "A good morning",
        "A good morning | {preview} | {frida} | {id} | Alma Seiler | team | Mar 5, 2026 | {moment}",
      ],
      ["private", "Hidden | Hidden | {frida} | {id} | Alma Seiler | private | Mar 5, 2026 | {moment}"],
      [
        "For everybody",
        "For everybody | Come on Sunday | {frida} | {id} | Alma Seiler | extended | Mar 5, 2026 | {moment}",
      ],
    ],
  ],
  [
    "WORK-591 WORK-673 WORK-674 WORK-675 WORK-676 WORK-677 WORK-678 WORK-679 WORK-680 WORK-681 WORK-682 WORK-683 WORK-684 WORK-685 WORK-686 WORK-687 WORK-688 WORK-689 WORK-690",
    "note-types",
    "Note Types",
    "listNoteTypes",
    "Type ID | Name | Icon | Description | Status | Version",
    [
      ["summary", "summary | Summary of the week | 📄 Robot | Written by a machine | INACTIVEAI | v3"],
      ["General note", "default | General note | 📝 FileText | {any} | ACTIVE | v1"],
    ],
  ],
  [
    "WORK-592 WORK-691 WORK-692 WORK-693 WORK-694 WORK-695 WORK-696 WORK-697 WORK-698 WORK-699 WORK-700 WORK-701 WORK-702 WORK-707 WORK-708 WORK-709 WORK-710 WORK-711 WORK-712 WORK-713 WORK-908 WORK-909",
    "attachments",
    "Attachments",
    "listAttachments",
    "Filename | MIME type | Notebook | Note | Size | Uploader | Created | Storage | Actions",
    [
      [
        "leaflet.txt",
        "leaflet.txt | text/plain | {frida} | A good morning | 1.50 KB | Bruno Seiler | {moment} | GCS | Download leaflet.txt",
      ],
      [
        "reminder.txt",
        "reminder.txt | text/plain | {frida} | A good morning | 15 B | Bruno Seiler | {moment} | GCS | Download reminder.txt",
      ],
      [
        "scan of old.pdf",
        "scan of old.pdf | application/pdf | {frida} | A good morning | 2.50 MB | Alma Seiler | {moment} | Legacy | {none}",
      ],
    ],
  ],
  [
    "WORK-593 WORK-714 WORK-715 WORK-716 WORK-717 WORK-718 WORK-719 WORK-720 WORK-721 WORK-722 WORK-723",
    "tasks",
    "Tasks",
    "listTasks",
    "Title | Description | Notebook | Assignee | Status | Due date | Created by",
    [
      ["Buy bread", "Buy bread | Rye, sliced | {frida} | Unassigned | pending | No due date | Alma Seiler"],
      [
        "Call the doctor",
        "Call the doctor | {none} | {frida} | Bruno Seiler | pending | Mar 9, 2026, 1:00 PM | Alma Seiler",
      ],
    ],
  ],
  [
    "WORK-594 WORK-724 WORK-725 WORK-726 WORK-727 WORK-728 WORK-729 WORK-730 WORK-731 WORK-732 WORK-733 WORK-734",
    "comments",
    "Comments",
    "listComments",
    "Content | Notebook | Target type | Author | Visibility",
    [
      ["Lovely to read", "Lovely to read | {frida} | note | Bruno Seiler | team"],
      ["Hidden", "Hidden | {frida} | note | Alma Seiler | {any}"],
    ],
  ],
  [
    "WORK-595 WORK-735 WORK-736 WORK-737 WORK-738 WORK-739 WORK-740 WORK-741",
    "members",
    "Members",
    "listMembers",
    "User | Notebook | Role | Invited by | Joined at",
    [
      ["bruno-seiler", "^Bruno Seilerbruno-seiler | {frida} | Caregiver | Alma Seiler | {moment}"],
      ["alma-seiler & Frida", "^Alma Seileralma-seiler | {frida} | Owner | Self-created | {moment}"],
    ],
  ],
  [
    "WORK-596 WORK-742 WORK-743 WORK-744 WORK-745 WORK-746 WORK-747 WORK-748 WORK-749",
    "invitations",
    "Invitations",
    "listInvitations",
    "Email | Notebook | Role | Inviter | Status | Expires | Created",
    [
      [
        "nurse@example.org",
        "nurse@example.org | {frida} | Admin | Alma Seiler | pending | {moment} | {moment}",
      ],
    ],
  ],
  [
    "WORK-597 WORK-750 WORK-751 WORK-752 WORK-753 WORK-754 WORK-755 WORK-756 WORK-757 WORK-758 WORK-759 WORK-760 WORK-761 WORK-762 WORK-763 WORK-764 WORK-765 WORK-766 WORK-767 WORK-768 WORK-769 WORK-770",
    "programs",
    "Programs",
    "listPrograms",
    "Name | Short ID | Category | Creator | Status | Version | Published | Actions",
    [
      [
        "Stairs again",
        "Stairs again | {id} | Rehabilitation | Alma Seiler | INACTIVEPUBLICOFFICIAL | 2.3 | Mar 3, 2026 | Edit Stairs again",
      ],
      [
        "Back on her feet",
        "Back on her feet | {id} | Rehabilitation | Alma Seiler | ACTIVE | 1.0 | {none} | Edit Back on her feet",
      ],
    ],
  ],
  [
    "WORK-598 WORK-771 WORK-772 WORK-773 WORK-774 WORK-775 WORK-776 WORK-777 WORK-778 WORK-779 WORK-780 WORK-781 WORK-782 WORK-783 WORK-784 WORK-785 WORK-786",
    "diary-programs",
    "Notebook Programs",
    "listDiaryPrograms",
    "Notebook | Program | Baseline event | Baseline date | Status | Paused until | Activator | Activated",
    [
      [
        "Stairs again",
        "{frida} | Stairs again | Day of discharge | Feb 1, 2026 | paused | May 1, 2099 | Alma Seiler | Feb 2, 2026, 1:00 PM",
      ],
      [
        "Back on her feet",
        "{frida} | Back on her feet | Day of discharge | {day} | active | {none} | Alma Seiler | {moment}",
      ],
      [
        "completed",
        "{frida} | After a hip replacement | Discharge | {day} | completed | {none} | Alma Seiler | {moment}",
      ],
      [
        "cancelled",
        "{frida} | Coming home after a stroke | Discharge | {day} | cancelled | {none} | Alma Seiler | {moment}",
      ],
    ],
  ],
  [
    "WORK-599 WORK-787 WORK-788 WORK-789 WORK-790 WORK-791 WORK-792 WORK-793 WORK-794 WORK-795 WORK-796 WORK-797 WORK-798 WORK-799 WORK-800 WORK-801 WORK-802 WORK-803 WORK-804 WORK-805 WORK-806 WORK-807 WORK-808 WORK-809",
    "phase-progress",
    "Phase Progress",
    "listPhaseProgress",
    "Phase title | Phase ID | Notebook | Program | Status | Milestone | Adherence | Activities | Start date | End date",
    [
      [
        "Arriving at home & Back on her feet",
        "Arriving at home | home | {frida} | Back on her feet | completed | Reached | 83% | 1/2 | Mar 1, 2026 | Mar 7, 2026",
      ],
      [
        "skipped",
        "Going further | further | {frida} | Back on her feet | skipped | Not reached | 0% | ^0/ | {day} | {day}",
      ],
      [
        "active & Stairs again",
        "Arriving at home | home | {frida} | Stairs again | active | Not reached | 0% | ^0/ | {day} | {day}",
      ],
      [
        "upcoming",
        "Going further | further | {frida} | Stairs again | upcoming | Not reached | 0% | ^0/ | {day} | {day}",
      ],
    ],
  ],
  [
    "WORK-600 WORK-810 WORK-811 WORK-812 WORK-813 WORK-814 WORK-815 WORK-816 WORK-817 WORK-818 WORK-819 WORK-820 WORK-821 WORK-822 WORK-823 WORK-824 WORK-825 WORK-826 WORK-827 WORK-828 WORK-829 WORK-830 WORK-831",
    "activity-activations",
    "Activity Activations",
    "listActivityActivations",
    "Activity title | Template ID | Notebook | Program | Phase ID | Frequency | Assignee | Status | Start date",
    [
      [
        "Tablets & Back on her feet",
        "Tablets against pain | tablets | {frida} | Back on her feet | home | 3 times per 1 day | Bruno Seiler | INACTIVEPaused until Apr 1, 2099Ended Apr 2, 2026 | Mar 1, 2026",
      ],
      [
        "Walk with & Stairs again",
        "Walk with the frame | walk | {frida} | Stairs again | home | Every 1 day | Unassigned | ACTIVE | {day}",
      ],
    ],
  ],
  [
    "WORK-601 WORK-832 WORK-833 WORK-834 WORK-835 WORK-836 WORK-837 WORK-838 WORK-839 WORK-840 WORK-841 WORK-842 WORK-843 WORK-844 WORK-845 WORK-846 WORK-847 WORK-848 WORK-849 WORK-850 WORK-851",
    "program-exports",
    "Program Exports",
    "listProgramExports",
    "Export type | Notebook | Program | Format | Date range | Generated by | Downloads | Expires | Generated",
    [
      [
        "weekly-summary",
        "weekly-summary | {frida} | Back on her feet | csv | Mar 2, 2026 – Mar 8, 2026 | Bruno Seiler | 7 | {expiry} | {made}",
      ],
      [
        "full-report",
        "full-report | {frida} | Back on her feet | pdf | The whole program | Bruno Seiler | 7 | {expiry} | Not yet",
      ],
      [
        "phase-report",
        "phase-report | {frida} | Back on her feet | json | From Mar 2, 2026 | Bruno Seiler | 7 | {expiry} | {made}",
      ],
      [
        "api-snapshot",
        "api-snapshot | {frida} | Back on her feet | json | Until Mar 8, 2026 | Bruno Seiler | 7 | {expiry} | {made}",
      ],
    ],
  ],
  [
    "WORK-602 WORK-852 WORK-853 WORK-854 WORK-855 WORK-856 WORK-857 WORK-858 WORK-859 WORK-860 WORK-861 WORK-862 WORK-863 WORK-864 WORK-865",
    "audit",
    "Audit Events",
    "listAuditEvents",
    "Event type | Notebook | Actor | Target type | Target ID | Details | Created",
    [
      ["note.restored", "note.restored | {frida} | Alma Seiler | note | {shortened} | ^Details | {moment}"],
      ["auditEve", "admin.tableOpened | {none} | Susi Super | table | ^auditEve, | {none} | {moment}"],
      ["admin.promoted", "admin.promoted | {none} | System | user | {shortened} | ^Details | {moment}"],
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

let page: Page;
let calls: SentCall[];
let people: Person[];
let noteId: string;
/** The account id of the super administrator, which differs from their user id. */
let susisAuthId: string;

test.beforeAll(async ({ node, browser }) => {
  people = await Promise.all(
    ["Susi Super", "Petra Platform", "Alma Seiler", "Bruno Seiler"].map((name) =>
      signUpPerson(node, browser, name, { permissions: ["clipboard-read", "clipboard-write"] }),
    ),
  );
  const [susi, petra, alma, bruno] = people as [Person, Person, Person, Person];
  ({ noteId } = await seedTables(node, alma, bruno));
  await addUser(node, "");
  await promote(node, petra);
  await promote(node, susi, true);
  const { rows } = await node
    .database()
    .pool.query("select clerk_user_id from users where id = $1", [susi.userId]);
  susisAuthId = rows[0].clerk_user_id;
  page = await susi.context.newPage();
  calls = callsOf(page);
  await page.goto("/admin");
});

test.afterAll(() => Promise.all(people.map(({ context }) => context.close())));

const menu = () => page.getByRole("navigation", { name: "Administration" });
const rowWith = (...words: string[]) =>
  words.reduce((row, hasText) => row.filter({ hasText }), page.locator("tbody tr")).first();

for (const [lines, path, title, query, headings, rows] of TABLES) {
  test(`the table ${title}`, { tag: spec(`${lines} WORK-621 WORK-628`) }, async () => {
    await menu().getByRole("link", { name: title, exact: true }).click();
    await expect(page).toHaveURL(`/admin/${path}`);
    await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page.getByRole("columnheader")).toHaveText(headings.split(" | "));
    for (const [words, cells] of rows) {
      const row = rowWith(...words.split(" & "));
      await expect(row.locator("th, td")).toHaveText(cellsOf(cells));
      // A percentage is also shown as a bar.
      const [percentage] = /\d+(?=%)/.exec(cells) ?? [];
      await expect(row.getByRole("progressbar")).toHaveCount(percentage === undefined ? 0 : 1);
      if (percentage !== undefined) {
        const filled = await row
          .getByRole("progressbar")
          .evaluate((bar: HTMLProgressElement) => bar.position);
        expect(Math.round(filled * 100)).toBe(Number(percentage));
      }
    }
    // The opening writes its audit event before anything is read.
    const list = calls.findIndex((call) => call.path === `adminDb:${query}`);
    expect(calls[list]!.args).toMatchObject({ paginationOpts: { numItems: 20, cursor: null } });
    const opening = calls.findLastIndex((call) => call.path === "admin:recordTableOpening");
    expect(opening).toBeGreaterThan(-1);
    expect(opening).toBeLessThan(list);
    // Read-only: the only field is the search, buttons only open or copy something, and only programs can be edited.
    const main = page.getByRole("main");
    for (const role of ["textbox", "checkbox", "switch", "radio", "combobox", "spinbutton"] as const)
      await expect(main.getByRole(role)).toHaveCount(0);
    await expect(page.getByRole("searchbox")).toHaveCount(1);
    const buttons = await page.locator("tbody").getByRole("button").allTextContents();
    const known = path === "programs" ? /^Edit ./ : /^(More|Download .+|.+, copy the whole ID)$/;
    for (const button of buttons) expect(button).toMatch(known);
    // That a new person's clock is noted belongs to the app's start, whichever page is open then.
    const writes = calls
      .filter(({ type, path: name }) => type !== "Add" && name !== "notifications:setSettings")
      .map((call) => call.path);
    expect(new Set(writes)).toEqual(new Set(["users:syncUser", "admin:recordTableOpening"]));
  });
}

test("the tables show colours, long texts, ids and the details of a row", {
  tag: spec("WORK-669 WORK-857 WORK-858"),
}, async () => {
  await page.goto("/admin/notes");
  const extended = rowWith("For everybody").getByText("extended", { exact: true });
  await expect(extended).toHaveCSS("color", "rgb(44, 106, 31)");
  await page.goto("/admin/care");
  const otto = rowWith("Otto Amann");
  await expect(otto.getByText(STORY)).toHaveCount(0);
  await otto.getByRole("button", { name: "More" }).click();
  await expect(otto.getByText(STORY)).toBeVisible();
  await expect(otto.getByRole("button", { name: "Less" })).toHaveAttribute("aria-expanded", "true");
  await page.goto("/admin/audit?q=note.restored");
  const row = rowWith("note.restored");
  const id = row.getByRole("button", { name: noteId.slice(0, 8) });
  await expect(id).toHaveAttribute("title", noteId);
  await id.click();
  await expect(page.getByText("ID copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(noteId);
  const details = row.locator("pre");
  await expect(details).toBeHidden();
  await row.getByText("Details", { exact: true }).click();
  await expect(details).toBeVisible();
  expect(JSON.parse((await details.textContent())!)).toEqual({ fields: ["title"], count: 3 });
});

test("the search narrows a table, keeps its words in the address, and says when it finds nothing", {
  tag: spec("WORK-627 WORK-639"),
}, async () => {
  await page.goto("/admin/attachments");
  const search = page.getByRole("searchbox", { name: "Search attachments" });
  await expect(rowWith("leaflet.txt")).toBeVisible();
  await search.fill("scan of");
  await expect(page).toHaveURL("/admin/attachments?q=scan+of");
  await expect(page.getByText("1 found for “scan of”").first()).toBeVisible();
  await expect(rowWith("leaflet.txt")).toHaveCount(0);
  await page.reload();
  await expect(search).toHaveValue("scan of");
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await search.fill("nothing is called so");
  await expect(page.getByRole("heading", { name: "No attachments found" })).toBeVisible();
  await page.getByRole("button", { name: "Clear the search" }).click();
  await expect(rowWith("leaflet.txt")).toBeVisible();
  await expect(page).toHaveURL("/admin/attachments");
  await page.goto("/admin/users?q=nobody-is-called-so");
  await expect(page.getByRole("heading", { name: "No users found" })).toBeVisible();
});

test("a file downloads under its name; a failed download shows a message and is logged", {
  tag: spec("WORK-701 WORK-703 WORK-704 WORK-705 WORK-706"),
}, async () => {
  const logged: string[] = [];
  const [susi] = people as [Person];
  const broken = await susi.context.newPage();
  broken.on("console", (message) => message.type() === "error" && logged.push(message.text()));
  await page.goto("/admin/attachments");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download leaflet.txt" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("leaflet.txt");
  expect(await readFile(await file.path(), "utf8")).toBe("a".repeat(1536));
  const asked = calls.findLast((call) => call.path === "attachmentsActions:getAttachmentUrl");
  expect(asked?.args).toEqual({ attachmentId: expect.any(String) });

  let isGone = false;
  await broken.routeWebSocket(/\/api\/.*\/sync/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const call = JSON.parse(String(message));
      if (call.udfPath !== "attachmentsActions:getAttachmentUrl") return server.send(message);
      // First a missing file, which the server refuses; then the connection breaks during the request.
      if (isGone) return void socket.close();
      isGone = true;
      server.send(JSON.stringify({ ...call, args: [{ attachmentId: noteId }] }));
    });
  });
  await broken.goto("/admin/attachments");
  const again = broken.getByRole("button", { name: "Download leaflet.txt" });
  await again.click();
  await expect(broken.getByRole("alert")).toContainText("Access denied");
  await again.click();
  await expect(broken.getByRole("alert").getByText("Failed to download attachment")).toBeVisible();
  expect(logged.filter((line) => line.includes("Failed to download attachment"))).toHaveLength(2);
});

test("the tables show cards on a phone and a scrolling table on a desktop, and axe finds no problem in either", async () => {
  for (const [scheme, width, paths] of [
    ["light", 390, ["audit", "manage-admins", "stats"]],
    ["dark", 1280, ["programs", "phase-progress"]],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 844 });
    for (const path of paths) {
      await page.goto(`/admin/${path}`);
      await expect(page.locator("tbody tr, dd").first()).toBeVisible();
      await expectClean(page, `${path}, ${scheme}`);
      // The page itself never scrolls sideways.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
  await page.setViewportSize({ width: 1280, height: 844 });
});
