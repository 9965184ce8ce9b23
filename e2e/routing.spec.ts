import { api } from "../lib/api.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { expect, screenTest, test } from "./support/test.ts";

const PUBLIC_PAGES = [
  ["WORK-003", "/pricing", "Pricing"],
  ["WORK-004", "/security", "Security"],
  ["WORK-005", "/help", "Help Center"],
  ["WORK-006", "/community", "Community"],
  ["WORK-007", "/about", "About"],
  ["WORK-008", "/privacy", "Privacy"],
  ["WORK-009", "/terms", "Terms"],
] as const;

test.describe("public routes", () => {
  test("shows the landing page to a signed-out visitor", { tag: spec("WORK-001 WORK-046") }, async ({
    page,
  }) => {
    await page.goto("/");
    await expect(
      page.getByRole("heading", { level: 1, name: "One notebook for everyone who cares" }),
    ).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(page).toHaveURL("/");
  });

  test("leads a signed-in visitor of / to /home", { tag: spec("WORK-002") }, async ({ someone }) => {
    const { page } = await someone("Anna Keller");
    await page.goto("/");
    await expect(page).toHaveURL("/home");
  });

  for (const [line, path, heading] of PUBLIC_PAGES) {
    screenTest(
      `shows ${path} to everybody in the shared layout`,
      { tag: spec(`${line} WORK-046`) },
      async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        await expect(page.getByRole("banner").getByRole("link", { name: "Pricing" })).toBeVisible();
        await expect(page.getByRole("contentinfo").getByRole("link", { name: "Terms" })).toBeVisible();
      },
    );
  }

  screenTest(
    "shows the sign-in form for every path below /sign-in",
    {
      tag: spec("WORK-010 WORK-012 WORK-047"),
    },
    async ({ page }) => {
      await page.goto("/sign-in");
      await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
      await page.getByRole("link", { name: "Forgotten your password?" }).click();
      await expect(page).toHaveURL(/\/sign-in\/forgot-password/);
      await expect(page.getByRole("heading", { name: "Forgotten password" })).toBeVisible();
      await page.goto("/sign-in/factor-one/anything");
      await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    },
  );

  screenTest(
    "shows the sign-up form for every path below /sign-up",
    {
      tag: spec("WORK-011 WORK-013 WORK-047"),
    },
    async ({ page }) => {
      for (const path of ["/sign-up", "/sign-up/verify/anything"]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
        await expect(page).toHaveURL(path);
      }
    },
  );
});

test.describe("the notebook area", () => {
  screenTest(
    "shows the list of notebooks",
    { tag: spec("WORK-016 CORE-012 CORE-013") },
    async ({ someone }) => {
      const anna = await someone("Anna Keller");
      await notebookOf(anna, "Rosa Blum");
      for (const path of ["/care", "/care/"]) {
        await anna.page.goto(path);
        await expect(anna.page.getByRole("link", { name: "Rosa Blum" })).toBeVisible();
      }
    },
  );

  screenTest("opens each screen of a notebook", async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const notebook = await notebookOf(anna);
    const note = await noteOf(anna, notebook._id, "A quiet morning");
    const care = `/care/${notebook.shortId}`;
    const screens = [
      ["/care/new", "Create a Notebook", "@WORK-017 @CORE-014"],
      [care, "Rosa Blum's Care Notebook", "@WORK-018"],
      [`${care}/info`, "Rosa Blum", "@WORK-019"],
      [`${care}/edit`, "Edit notebook", "@WORK-020 @CORE-017"],
      [`${care}/members`, "Members", "@WORK-021"],
      [`${care}/medications`, "Medications", ""],
      [`${care}/note/new?type=default`, "Create New Note", "@WORK-022"],
      [`${care}/note/${note.shortId}`, "A quiet morning", "@WORK-023 @CORE-019"],
      [`${care}/note/${note.shortId}/edit`, "Edit Note", "@WORK-024 @CORE-020"],
    ] as const;
    for (const [path, heading, lines] of screens) {
      await anna.page.goto(path);
      await expect(anna.page.getByRole("heading", { level: 1, name: heading }), lines).toBeVisible();
      await expect(anna.page).toHaveURL(path);
    }
    await anna.page.goto(care);
    await expect(anna.page.getByRole("link", { name: "A quiet morning" }), "@CORE-015").toBeVisible();
  });

  screenTest("offers the choice of types when the address names no existing type", async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { shortId } = await notebookOf(anna);
    await anna.page.goto(`/care/${shortId}/note/new?type=poem`);
    await anna.page.getByRole("link", { name: "Choose General note" }).click();
    await expect(anna.page).toHaveURL(`/care/${shortId}/note/new?type=default`);
  });

  screenTest("leads any other path under /care to /care", { tag: spec("WORK-025") }, async ({ someone }) => {
    const { page } = await someone("Anna Keller");
    await page.goto("/care/abcdef/nothing/here");
    await expect(page).toHaveURL("/care");
  });

  screenTest("takes short and full ids and shows the short ones", async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const notebook = await notebookOf(anna);
    const note = await noteOf(anna, notebook._id, "A quiet morning");
    expect(notebook.shortId, "@CORE-029").toHaveLength(6);
    expect(note.shortId, "@CORE-029").toHaveLength(6);
    const asked: string[] = [];
    anna.page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => asked.push(String(payload))),
    );

    await anna.page.goto(`/care/${notebook._id}/note/${note._id}`);
    await expect(
      anna.page.getByRole("heading", { level: 1, name: "A quiet morning" }),
      "@CORE-024 @CORE-026",
    ).toBeVisible();
    await expect(anna.page, "@WORK-026 @CORE-030").toHaveURL(
      `/care/${notebook.shortId}/note/${note.shortId}`,
    );
    await anna.page.goto(`/care/${notebook.shortId}/note/${note.shortId}`);
    await expect(
      anna.page.getByRole("heading", { level: 1, name: "A quiet morning" }),
      "@CORE-023 @CORE-025",
    ).toBeVisible();
    expect(
      asked.some((frame) => frame.includes("diaries:getDiaryByShortId")),
      "@CORE-027",
    ).toBe(true);
    expect(
      asked.some((frame) => frame.includes("notes:getNoteByShortId")),
      "@CORE-028",
    ).toBe(true);
  });

  test("opens the last notebook for a link without a notebook, else the list", {
    tag: spec("CORE-032"),
  }, async ({ someone }) => {
    const anna = await someone("Anna Keller");
    await notebookOf(anna, "Emil Weber");
    const rosa = await notebookOf(anna, "Rosa Blum");
    await anna.page.goto("/care/members");
    await expect(anna.page).toHaveURL("/care");
    await anna.page.getByRole("link", { name: "Rosa Blum" }).click();
    await expect(anna.page).toHaveURL(`/care/${rosa.shortId}`);
    await expect(
      anna.page.getByRole("heading", { level: 1, name: "Rosa Blum's Care Notebook" }),
    ).toBeVisible();
    await anna.page.goto("/care/members");
    await expect(anna.page).toHaveURL(`/care/${rosa.shortId}/members`);
    await anna.http.mutation(api.diaries.deleteDiary, { diaryId: rosa._id });
    await expect(anna.page.getByText("Notebook not found or you don't have access to it.")).toBeVisible();
    await anna.page.goto("/care/members");
    await expect(anna.page).toHaveURL("/care");
  });

  test("shows a message and a way back for a missing or foreign notebook and note", {
    tag: spec("CORE-131 CORE-325"),
  }, async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const stranger = await someone("Oskar Fremd");
    const { _id, shortId } = await notebookOf(anna);
    await stranger.page.goto(`/care/${shortId}/edit`);
    await expect(
      stranger.page.getByText("Notebook not found or you don't have permission to edit it."),
    ).toBeVisible();
    await stranger.page.getByRole("link", { name: "Back to your notebooks" }).click();
    await expect(stranger.page).toHaveURL("/care");
    await anna.page.goto(`/care/${shortId}/note/zzzzzz`);
    await expect(
      anna.page.getByRole("heading", { name: "Note not found or you don't have access to it" }),
    ).toBeVisible();
    await expect(anna.page).toHaveTitle("Note not found or you don't have access to it – CareDiary");
    await anna.page.getByRole("link", { name: "Back to the notebook" }).click();
    await expect(anna.page).toHaveURL(`/care/${shortId}`);
    // A note of the care team exists, but a viewer doesn't see it.
    const note = await noteOf(anna, _id, "A quiet morning");
    await addMember(node, _id, stranger, "extended");
    await stranger.page.goto(`/care/${shortId}/note/${note.shortId}`);
    await expect(
      stranger.page.getByRole("heading", { name: "Note not found or you don't have access to it" }),
    ).toBeVisible();
    await expect(stranger.page.getByText("A quiet morning")).toHaveCount(0);
  });
});

test.describe("other routes", () => {
  screenTest(
    "leads /diaries/* and /app/* to /care before the guard asks",
    {
      tag: spec("WORK-028 WORK-029"),
    },
    async ({ page }) => {
      for (const path of ["/diaries", "/diaries/abc/def", "/app", "/app/settings"]) {
        await page.goto(path);
        await expect(page).toHaveURL("/care");
      }
    },
  );

  screenTest(
    "opens the rooms beside the notebooks",
    {
      tag: spec("WORK-030 WORK-031 WORK-032 WORK-033 WORK-034 CORE-022"),
    },
    async ({ someone }) => {
      const { page } = await someone("Anna Keller");
      const rooms = [
        ["/home", "Today"],
        ["/tasks", "Tasks"],
        // Its heading is the shown month.
        ["/calendar", /^\w+ \d{4}$/],
        ["/recording", "Record Meeting"],
        ["/invitations/sometoken/accept", "Invitation"],
      ] as const;
      for (const [path, heading] of rooms) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        await expect(page).toHaveURL(path);
      }
      await page.goto("/invitation/sometoken");
      await expect(page).toHaveURL("/invitations/sometoken/accept");
    },
  );

  screenTest(
    "shows the admin layout to an admin and leads unknown admin paths to /admin",
    {
      tag: spec("WORK-035 WORK-036"),
    },
    async ({ someone, node }) => {
      const { page, userId } = await someone("Adam Amtmann");
      await node
        .database()
        .db.updateTable("users")
        .set({ is_admin: true })
        .where("id", "=", userId)
        .execute();
      await page.goto("/admin/nothing/here");
      await expect(page).toHaveURL("/admin");
      await expect(page.getByText("ADMIN", { exact: true })).toBeVisible();
      await page
        .getByRole("navigation", { name: "Administration" })
        .getByRole("link", { name: "Users" })
        .click();
      await expect(page).toHaveURL("/admin/users");
      await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
    },
  );

  test("leads unknown paths and /demo to /", { tag: spec("WORK-037 WORK-038") }, async ({ page }) => {
    for (const path of ["/nothing/here", "/demo"]) {
      // The page redirects before it has loaded.
      await page.goto(path, { waitUntil: "commit" });
      await expect(page).toHaveURL("/");
      // The landing page is a separate document, which is loaded.
      await expect(page.getByRole("heading", { level: 1, name: "One notebook" })).toBeVisible();
    }
  });
});

test.describe("the sign-in guard", () => {
  const guarded = [
    ["WORK-039", "/home"],
    ["WORK-040", "/tasks"],
    ["WORK-041", "/calendar"],
    ["WORK-042", "/recording"],
    ["WORK-043", "/invitations/sometoken/accept"],
    ["WORK-044", "/admin"],
    ["WORK-014 WORK-045", "/care"],
    ["WORK-045", "/care/abcdef/note/new?type=default"],
    ["WORK-045", "/care/abcdef/members"],
  ] as const;
  for (const [lines, path] of guarded) {
    screenTest(
      `asks a signed-out visitor of ${path} to sign in`,
      {
        tag: spec(`${lines} CORE-009 CORE-010 CORE-011`),
      },
      async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole("heading", { name: "Sign in required" })).toBeVisible();
        await expect(page.getByText("Please sign in")).toBeVisible();
        await expect(page).toHaveURL(path);
      },
    );
  }

  test("returns to the requested page after sign-in, and only to pages of this site", async ({
    page,
    someone,
  }) => {
    const anna = await someone("Anna Keller");
    await page.goto("/tasks");
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/sign-in\?returnTo=%2Ftasks/);
    await page.getByLabel("E-mail address").fill(anna.email);
    await page.getByRole("textbox", { name: "Password" }).fill("correct horse battery");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL("/tasks");
    await page.goto("/sign-in?returnTo=%2F%2Fevil.example%2F");
    await expect(page).toHaveURL("/care");
  });
});

test.describe("startup", () => {
  for (const [line, hash] of [
    ["WORK-048", "#/sso-callback"],
    ["WORK-049", "#/"],
  ] as const) {
    test(`reloads the path without its hash when the hash is ${hash}`, { tag: spec(`${line}`) }, async ({
      page,
    }) => {
      const loads: string[] = [];
      page.on("request", (request) => {
        if (request.isNavigationRequest()) loads.push(request.url());
      });
      await page.goto(`/pricing?plan=family${hash}`);
      await expect(page).toHaveURL("/pricing?plan=family");
      await expect(page.getByRole("heading", { level: 1, name: "Pricing" })).toBeVisible();
      expect(loads).toHaveLength(2);
    });
  }
});

test.describe("the header of the signed-in app", () => {
  screenTest("links to every room", async ({ someone }) => {
    const { page } = await someone("Anna Keller");
    await page.goto("/tasks");
    const header = page.getByRole("banner");
    await expect(header.getByRole("link", { name: "CareDiary home" }), "@WORK-050").toHaveAttribute(
      "href",
      "/",
    );
    await expect(header.getByRole("link", { name: "Care Notes" }), "@WORK-051").toHaveAttribute(
      "href",
      "/care",
    );
    await expect(header.getByRole("link", { name: "Tasks" }), "@WORK-052").toHaveAttribute("href", "/tasks");
    await expect(header.getByRole("link", { name: "Calendar" }), "@WORK-053").toHaveAttribute(
      "href",
      "/calendar",
    );
    await expect(header.getByRole("link", { name: "Record Meeting" }), "@WORK-054").toHaveAttribute(
      "href",
      "/recording",
    );
    await expect(header.getByRole("link", { name: "Help" }), "@WORK-060").toHaveAttribute("href", "/help");
    await expect(header.getByRole("link", { name: "Admin" }), "@WORK-057").toHaveCount(0);
    await expect(header.getByRole("link", { name: "Sign in" })).toHaveCount(0);
  });

  for (const [line, rank] of [
    ["WORK-055", { is_admin: true }],
    ["WORK-056", { is_admin: true, is_super_admin: true }],
  ] as const) {
    screenTest(
      `links to /admin as soon as somebody is ${Object.keys(rank).join(" and ")}`,
      {
        tag: spec(`${line}`),
      },
      async ({ someone, node }) => {
        const { page, userId } = await someone("Adam Amtmann");
        await page.goto("/home");
        await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
        await expect(page.getByRole("banner").getByRole("link", { name: "Admin" })).toHaveCount(0);
        await node.database().db.updateTable("users").set(rank).where("id", "=", userId).execute();
        await expect(page.getByRole("banner").getByRole("link", { name: "Admin" })).toHaveAttribute(
          "href",
          "/admin",
        );
      },
    );
  }

  screenTest(
    "links to sign-in and sign-up for signed-out visitors, and back from there",
    {
      tag: spec("WORK-058 WORK-059"),
    },
    async ({ page }) => {
      await page.goto("/care");
      const header = page.getByRole("banner");
      await expect(header.getByRole("link", { name: "Sign in" })).toHaveAttribute(
        "href",
        "/sign-in?returnTo=%2Fcare",
      );
      await expect(header.getByRole("link", { name: "Sign up" })).toHaveAttribute(
        "href",
        "/sign-up?returnTo=%2Fcare",
      );
    },
  );
});
