/** The product's name, wherever it is shown or sent. */
export const PRODUCT_NAME = "CareDiary";

/** The author's name for content of deleted accounts. */
export const FORMER_MEMBER = "Former member";
