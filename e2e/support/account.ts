import { notebookOf } from "./people.ts";
import type { SignUp } from "./test.ts";

/** Somebody with two notebooks, on their account page on a phone. */
export async function onAccountPage(someone: SignUp) {
  const viewport = { width: 390, height: 844 };
  const anna = await someone("Anna Keller", { viewport });
  const rosa = await notebookOf(anna, "Rosa Blum");
  await notebookOf(anna, "Karl Blum");
  await anna.page.goto("/account");
  return { anna, rosa, page: anna.page, viewport };
}
