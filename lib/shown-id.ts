/** The id of a notebook or note as addresses show it: the short one when it has one (care core 2). */
export function getShownId({ shortId, _id }: { shortId?: string | null; _id: string }): string {
  return shortId || _id;
}
