/** The styles that determine the line breaks of a text. */
const LAYOUT = [
  "boxSizing",
  "width",
  "fontFamily",
  "fontSize",
  "fontWeight",
  "letterSpacing",
  "lineHeight",
  "paddingTop",
  "paddingRight",
  "paddingLeft",
  "borderTopWidth",
  "borderRightWidth",
  "borderLeftWidth",
] as const;

/**
 * The position below the line of a text field that has this character, in px from the top of an element around the
 * field, never below the field itself; null where nothing is laid out. Browsers don't expose a text field's lines, so
 * the same text is laid out unseen.
 */
export function getLineBelow(field: HTMLTextAreaElement, at: number, around: HTMLElement): number | null {
  if (field.offsetHeight === 0) return null;
  const mirror = document.createElement("div");
  const style = getComputedStyle(field);
  for (const property of LAYOUT) mirror.style[property] = style[property];
  Object.assign(mirror.style, {
    position: "absolute",
    visibility: "hidden",
    whiteSpace: "pre-wrap",
    overflowWrap: "break-word",
    borderStyle: "solid",
  });
  mirror.textContent = field.value.slice(0, at);
  const mark = document.createElement("span");
  mark.textContent = "@";
  mirror.append(mark);
  field.after(mirror);
  const line = mark.offsetTop + mark.offsetHeight - field.scrollTop;
  mirror.remove();
  const box = field.getBoundingClientRect();
  const inField = Math.max(0, Math.min(line, box.height));
  return box.top - around.getBoundingClientRect().top + inField;
}
