import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

/** Fetches a picture of this server by its path, e.g. `/api/avatars/…`; null when there is none. */
export type FetchPicture = (path: string) => Promise<Blob | null>;

type Picture = { url: string | null; ready: Promise<string | null> };
type Pictures = { get(path: string): Picture; fetch: FetchPicture };

const PicturesContext = createContext<Pictures | null>(null);

/**
 * Lets everything below show pictures that need the person's token, which an `<img src>` can't send. Each is fetched
 * once and cached until the person leaves.
 */
export function PictureProvider({
  fetchPicture,
  children,
}: {
  fetchPicture: FetchPicture;
  children: ReactNode;
}) {
  const [pictures, setPictures] = useState<Pictures | null>(null);
  useEffect(() => {
    const album = createAlbum(fetchPicture);
    setPictures(album);
    return album.close;
  }, [fetchPicture]);
  return <PicturesContext value={pictures}>{children}</PicturesContext>;
}

/** The function that fetches pictures of this server; null until it is there. */
export const useFetchPicture = (): FetchPicture | null => useContext(PicturesContext)?.fetch ?? null;

/** An address for `<img src>` of the picture at a path; null until it is loaded, and when there is none. */
export function usePicture(path: string | null): string | null {
  const pictures = useContext(PicturesContext);
  const picture = path === null ? null : (pictures?.get(path) ?? null);
  const url = picture?.url ?? null;
  const [arrived, setArrived] = useState<{ path: string | null; url: string | null } | null>(null);

  useEffect(() => {
    // The render decides: the picture may have come between it and this effect, and nothing else would show it then.
    if (!picture || url) return;
    let isWanted = true;
    void picture.ready.then((url) => isWanted && setArrived({ path, url }));
    return () => {
      isWanted = false;
    };
  }, [picture, path, url]);

  return url ?? (arrived?.path === path ? arrived.url : null);
}

type Loaded = { path: string; url: string | null };

/**
 * As `usePicture`, for a large picture, which isn't cached: it is fetched anew, and released when the component
 * unmounts. `isMissing` when there is none.
 */
export function useLargePicture(path: string | null): { url: string | null; isMissing: boolean } {
  const pictures = useContext(PicturesContext);
  const [loaded, setLoaded] = useState<Loaded | null>(null);

  useEffect(() => {
    if (!pictures || path === null) return;
    let isWanted = true;
    let url: string | null = null;
    pictures.fetch(path).then(
      (blob) => {
        if (!isWanted) return;
        url = blob && URL.createObjectURL(blob);
        setLoaded({ path, url });
      },
      () => isWanted && setLoaded({ path, url: null }),
    );
    return () => {
      isWanted = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [pictures, path]);

  const current = loaded && loaded.path === path ? loaded : null;
  return { url: current?.url ?? null, isMissing: current !== null && current.url === null };
}

function createAlbum(fetchPicture: FetchPicture) {
  const known = new Map<string, Picture>();
  return {
    fetch: fetchPicture,
    get(path: string): Picture {
      const before = known.get(path);
      if (before) return before;
      const picture: Picture = { url: null, ready: Promise.resolve(null) };
      picture.ready = fetchPicture(path).then(
        (blob) => {
          if (blob && known.get(path) === picture) picture.url = URL.createObjectURL(blob);
          return picture.url;
        },
        () => {
          // The next use tries again; until then the initials are shown.
          known.delete(path);
          return null;
        },
      );
      known.set(path, picture);
      return picture;
    },
    close() {
      for (const { url } of known.values()) if (url) URL.revokeObjectURL(url);
      known.clear();
    },
  };
}
