import { type ComponentPropsWithRef, type ReactNode, type Ref, useId } from "react";
import { classNames } from "./class-names.ts";
import styles from "./section.module.css";

type SectionProps = Omit<ComponentPropsWithRef<"section">, "title"> & {
  title: ReactNode;
  /** What stands beside the title: a button, a choice. */
  action?: ReactNode;
  /** For the focus when what had it goes; a title with one can be focused. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** With room above it, below another part of the page. */
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
    <section aria-labelledby={id} {...rest} className={classNames(isApart && styles.apart, className)}>
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
