/**
 * Keeps zod, which validates forms, from testing whether it may compile code with `eval`: the content security policy
 * blocks that test and reports it to the server. This setting must be made before the first schema is used, without
 * importing zod here.
 */
const settings = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
settings.__zod_globalConfig ??= {};
settings.__zod_globalConfig.jitless = true;

export {};
