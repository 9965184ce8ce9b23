/*
 * The schemas of forms would try whether they may make code out of text. The content security policy refuses that and
 * reports it to the server. The setting has to stand before the first schema is used, without loading the schemas here.
 */
const settings = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
settings.__zod_globalConfig ??= {};
settings.__zod_globalConfig.jitless = true;

export {};
