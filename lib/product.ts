/** The product's name, wherever it is shown or sent. */
export const PRODUCT_NAME = "CareDiary";

/** Under whose name stays what somebody wrote for others before they deleted their account. */
export const FORMER_MEMBER = "Former member";
