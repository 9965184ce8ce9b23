/** The product's name, wherever it is shown or sent. */
export const PRODUCT_NAME = "CareDiary";

/** The author's name of what remains from people who have deleted their account. */
export const FORMER_MEMBER = "Former member";
