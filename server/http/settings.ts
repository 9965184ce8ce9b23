import { PRODUCT_NAME } from "../../lib/product.ts";
import type { AuthProvider } from "../auth/auth_provider.ts";
import type { Config } from "../config.ts";

/** The settings for every browser, without secrets: in its page, and at `GET /api/settings`. */
export type PublicSettings = ReturnType<typeof getPublicSettings>;

/** The oldest client that this server still works with, by its `CLIENT_VERSION` (lib/client-version.ts). */
const MIN_CLIENT = 1;

/** @param build the build of the client that is served, by {@link import("./client_files.ts").ClientFiles} */
export const getPublicSettings = (
  { smtpUrl, appOnDevices }: Pick<Config, "smtpUrl" | "appOnDevices">,
  { clientSettings }: Pick<AuthProvider, "clientSettings">,
  build: string | null,
) => ({
  auth: clientSettings,
  productName: PRODUCT_NAME,
  mail: smtpUrl !== null,
  appOnDevices,
  build,
  minClient: MIN_CLIENT,
});
