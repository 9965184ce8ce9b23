type Loaders = typeof import("./rare-screens.ts");
type Loaded<Name extends keyof Loaders> = Awaited<ReturnType<Loaders[Name]>>;

/** The loader of a rarely opened screen. */
export const loadRare =
  <Name extends keyof Loaders>(name: Name) =>
  async (): Promise<Loaded<Name>> => {
    const loaders = await import("./rare-screens.ts");
    return loaders[name]() as Promise<Loaded<Name>>;
  };
