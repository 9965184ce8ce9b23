import { createContext } from "react";

/** Whether the content is already inside the page's `<main>`; a page may have only one. */
export const InsideMain = createContext(false);
