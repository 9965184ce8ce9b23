const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "::1"]);

/**
 * The origins whose pages may use the sign-in cookies: the configured one, and while the server
 * listens on this machine only, both names of it on the same port, because people type either.
 */
export function ownOrigins({ baseUrl, host }: { baseUrl: string; host: string }): string[] {
  const { protocol, port, hostname } = new URL(baseUrl);
  if (!LOOPBACK_HOSTS.has(host) || !LOOPBACK_HOSTS.has(hostname.replace(/^\[|\]$/g, ""))) return [baseUrl];
  const suffix = port === "" ? "" : `:${port}`;
  return [...new Set([baseUrl, `${protocol}//localhost${suffix}`, `${protocol}//127.0.0.1${suffix}`])];
}

/**
 * Whether the browser will make passkeys for this address: they are bound to a domain name (never to
 * a bare IP address) and need HTTPS or this machine itself.
 */
export function passkeysWork(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  return protocol === "https:" && !isAddress;
}
