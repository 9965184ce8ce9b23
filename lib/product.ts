/** The product's name, wherever it is shown or sent. */
export const PRODUCT_NAME = "CareDiary";
