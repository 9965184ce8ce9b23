import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { getErrorMessage } from "../lib/error-message.ts";
import { t } from "../lib/words/t.ts";
import { loadWithTexts } from "../lib/words/waiting.ts";
import styles from "./lazy-part.module.css";
import { PlainButton } from "./plain-button.tsx";
import { reachability } from "./reachability.ts";

/** A component that is loaded when it is first shown. `preload` loads it earlier; a failure then is ignored. */
export type LazyPart<Props> = ComponentType<Props> & {
  preload: () => Promise<void>;
  isLoaded: () => boolean;
};

/** The loaders of all parts of the loaded code; a screen's parts are added with it. */
const waiting = new Set<() => Promise<void>>();

/**
 * Loads all parts that aren't loaded yet, one after the other, each after `whenIdle`: they open at once then, and without
 * a connection too.
 */
export async function preloadParts(whenIdle: () => Promise<void>): Promise<void> {
  // A part that is loaded may add others.
  for (const preload of waiting) {
    await whenIdle();
    await preload();
  }
}

/**
 * How to close a part that can't be loaded, and whether it is open; a part without `opened` exists only while it is
 * open.
 */
type Closable = { opened?: boolean; onClose?: (() => void) | undefined };

/**
 * A dialog or menu that is loaded when it is pressed. Unlike React's `lazy` it shows that it loads, and a failure can be
 * tried again where it happened.
 */
export function createLazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  const part: Part<Props> = {
    loaded: null,
    async fetch() {
      part.loaded ??= await loadWithTexts(load);
      waiting.delete(preload);
    },
  };
  const preload = () => part.fetch().catch(() => {});
  waiting.add(preload);
  return Object.assign((props: Props) => <Loader part={part} props={props} />, {
    preload,
    isLoaded: () => part.loaded !== null,
  });
}

/**
 * A part that isn't pressed, such as a banner or a picture: nothing, or `meanwhile`, until its code is there, which is tried again when the
 * server is back. With React's `lazy` a failure would take the whole page with it.
 */
export function createQuietPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): ComponentType<Props> {
  const part: Part<Props> = {
    loaded: null,
    async fetch() {
      part.loaded ??= await loadWithTexts(load);
    },
  };
  return (props) => <QuietLoader part={part} props={props} meanwhile={meanwhile} />;
}

type Part<Props> = { loaded: ComponentType<Props> | null; fetch: () => Promise<void> };

/** The code of a part, fetched while `isWanted`, and the message of a failure; `retry` fetches it again. */
function usePart<Props>(part: Part<Props>, isWanted: boolean) {
  const [, setCount] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const Loaded = part.loaded;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    // The render decides: the code may have come between it and this effect, and nothing else would show it then.
    if (Loaded || !isWanted) return;
    let isCurrent = true;
    part.fetch().then(
      () => isCurrent && setCount((count) => count + 1),
      (error: unknown) => isCurrent && setFailure(getErrorMessage(error, failureWords(error))),
    );
    return () => {
      isCurrent = false;
    };
  }, [part, attempt, isWanted]);
  const forget = () => setFailure(null);
  const retry = () => {
    setFailure(null);
    setAttempt((count) => count + 1);
  };
  return { Loaded, failure, forget, retry };
}

type QuietLoaderProps<Props> = { part: Part<Props>; props: Props; meanwhile: ReactNode };

function QuietLoader<Props extends object>({ part, props, meanwhile }: QuietLoaderProps<Props>) {
  const { Loaded, failure, retry } = usePart(part, true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure waits for the server anew
  useEffect(() => {
    if (failure !== null) return reachability.subscribe(() => reachability.isLost() || retry());
  }, [failure]);
  return Loaded ? <Loaded {...props} /> : meanwhile;
}

function Loader<Props extends object>({ part, props }: { part: Part<Props>; props: Props }) {
  const { opened: isOpen = true, onClose } = props as Closable;
  const { Loaded, failure, forget, retry } = usePart(part, isOpen);
  if (Loaded) return <Loaded {...props} />;
  if (!isOpen) return null;
  if (failure === null) return <LoadingSign />;
  return (
    <LoadFailure
      message={failure}
      onRetry={retry}
      onClose={
        onClose &&
        (() => {
          forget();
          onClose();
        })
      }
    />
  );
}

const failureWords = (error: unknown) => (error instanceof Error ? error.message : t("ui.notLoaded"));

/** Hidden at first: on a fast line it would only flicker. */
const LoadingSign = () => (
  <div role="status" aria-busy="true" className={`${styles.sign} ${styles.late}`}>
    {t("ui.loading")}
  </div>
);

type LoadFailureProps = { message: string; onRetry: () => void; onClose: (() => void) | undefined };

/** Has the focus, and returns it to the pressed element. */
function LoadFailure({ message, onRetry, onClose }: LoadFailureProps) {
  const opener = useRef<Element | null>(null);
  const focusFirst = useCallback((button: HTMLButtonElement | null) => {
    if (!button) return;
    opener.current = document.activeElement;
    button.focus();
  }, []);

  const giveFocusBack = () => opener.current instanceof HTMLElement && opener.current.focus();

  function close() {
    giveFocusBack();
    onClose?.();
  }

  return (
    <div
      role="alert"
      className={styles.sign}
      onKeyDown={({ key }) => {
        if (key === "Escape") close();
      }}
    >
      <p>{message}</p>
      <div className={styles.buttons}>
        <PlainButton
          ref={focusFirst}
          onClick={() => {
            giveFocusBack();
            onRetry();
          }}
        >
          {t("ui.tryAgain")}
        </PlainButton>
        {onClose && (
          <PlainButton look="subtle" onClick={close}>
            {t("ui.close")}
          </PlainButton>
        )}
      </div>
    </div>
  );
}
