import { type ComponentPropsWithRef, type ReactNode, type Ref, useId } from "react";
import { joinClassNames } from "./class-names.ts";
import styles from "./section.module.css";

type SectionProps = Omit<ComponentPropsWithRef<"section">, "title"> & {
  title: ReactNode;
  /** Next to the title: a button or a choice. */
  action?: ReactNode;
  /** Makes the title focusable, for when the focused element disappears. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** With a gap above, below another part of the page. */
  isApart?: boolean;
};

/** A titled part of a page. */
export function Section({ title, action, headingRef, isApart, className, children, ...rest }: SectionProps) {
  const id = useId();
  const heading = (
    <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined} className={styles.title}>
      {title}
    </h2>
  );
  return (
    <section aria-labelledby={id} {...rest} className={joinClassNames(isApart && styles.apart, className)}>
      {action ? (
        <div className={styles.head}>
          {heading}
          {action}
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  );
}
