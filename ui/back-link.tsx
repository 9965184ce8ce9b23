import { IconArrowLeft } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";
import styles from "./back-link.module.css";

const Anchor = ({ children, ...rest }: ComponentPropsWithRef<"a">) => (
  <a {...rest} className={`${styles.back} no-print`}>
    <IconArrowLeft size={20} aria-hidden="true" /> {children}
  </a>
);

/** A link above a page's title, to the page that it belongs to. */
export const BackLink = createLink(Anchor);
