const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "::1"]);

/**
 * The origins whose pages may use the sign-in cookies: the configured one, and while the server listens on this
 * machine only, also both names of the machine on the same port, because people type either.
 */
export function getOwnOrigins({ baseUrl, host }: { baseUrl: string; host: string }): string[] {
  const { protocol, port } = new URL(baseUrl);
  if (!LOOPBACK_HOSTS.has(host) || !isLoopback(baseUrl)) return [baseUrl];
  const suffix = port === "" ? "" : `:${port}`;
  return [...new Set([baseUrl, `${protocol}//localhost${suffix}`, `${protocol}//127.0.0.1${suffix}`])];
}

/** The error for pages of another origin, with the operator's remedy. */
export const createInvalidOriginError = (baseUrl: string): string =>
  `Invalid origin: this server is set up for ${baseUrl}. Whoever runs it can set BASE_URL to the address that people type.`;

/** A warning for the log when others can reach the server but can't sign in, or null. */
export function getBaseUrlWarning({ baseUrl, host }: { baseUrl: string; host: string }): string | null {
  if (LOOPBACK_HOSTS.has(host) || !isLoopback(baseUrl)) return null;
  return (
    `HOST=${host} lets other machines in, but BASE_URL isn't set to an address of theirs: only who opens ${baseUrl} on ` +
    "this machine can sign in. Set BASE_URL to the address that people type."
  );
}

const isLoopback = (url: string) => LOOPBACK_HOSTS.has(new URL(url).hostname.replace(/^\[|\]$/g, ""));

/**
 * Whether browsers allow passkeys for this address: they need a domain name (not a bare IP address), and HTTPS or
 * this machine itself.
 */
export function doPasskeysWork(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  return protocol === "https:" && !isAddress;
}
