/** The five places of the signed-in app; each page belongs to one of them at most. */
export type Place = "today" | "notes" | "medicines" | "calendar" | "more";

/** Pages of a notebook that aren't in its notes or under "More". */
const MEDICINES = ["doses", "plans", "medications", "visit"];

/** The place that a page is in, by its path; null for pages that are reached in other ways, such as the search. */
export function getPlace(path: string): Place | null {
  const [area, diaryId, page] = path.split("/").slice(1);
  if (area === "home" || area === "updates" || area === "tasks") return "today";
  if (area === "calendar") return "calendar";
  if (area === "more" || area === "recording" || area === "account") return "more";
  if (area === "notifications") return diaryId === "settings" ? "more" : null;
  if (area !== "care") return null;
  if (page === undefined || page === "" || page === "note") return diaryId === "new" ? "more" : "notes";
  if (page === "handover") return "today";
  return MEDICINES.includes(page) ? "medicines" : "more";
}
