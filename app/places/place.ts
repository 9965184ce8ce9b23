/** The five places of the signed-in app; each page belongs to one of them at most. */
export type Place = "today" | "notes" | "medicines" | "calendar" | "more";

/** The pages of a notebook in the place Medicines. */
const MEDICINES = ["doses", "plans", "medications", "visit"];

/** The place that a page is in, by its path; null for pages that are reached in other ways, such as the search. */
export function getPlace(path: string): Place | null {
  const [area, second, page] = path.split("/").slice(1);
  if (area === "home" || area === "updates" || area === "tasks") return "today";
  if (area === "calendar") return "calendar";
  if (area === "more" || area === "recording" || area === "account") return "more";
  if (area === "notifications") return second === "settings" ? "more" : null;
  if (area !== "care") return null;
  if (page === undefined || page === "" || page === "note") return second === "new" ? "more" : "notes";
  if (page === "handover") return "today";
  if (page === "appointments") return "calendar";
  return MEDICINES.includes(page) ? "medicines" : "more";
}
