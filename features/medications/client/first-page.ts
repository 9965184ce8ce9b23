/** How many former lists a page of the history has. */
export const LISTS_A_PAGE = 10;

/** The first page of a notebook's history of lists. */
export const getFirstLists = (diaryId: string) => ({
  diaryId,
  paginationOpts: { numItems: LISTS_A_PAGE, cursor: null },
});
