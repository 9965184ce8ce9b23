import { type FaultProxy, startProxy } from "../proxy.ts";

/** A proxy before a node, and the address that a client is given. */
export async function proxyTo(
  url: string,
  options: { plain?: boolean } = {},
): Promise<{ url: string; proxy: FaultProxy }> {
  const proxy = await startProxy(addressOf(url), options);
  return { proxy, url: `http://${proxy.host}:${proxy.port}` };
}

/** A proxy before the database, and the connection string that leads through it. */
export async function proxyToDatabase(
  connectionString: string,
): Promise<{ connectionString: string; proxy: FaultProxy }> {
  const url = new URL(connectionString);
  const directory = url.searchParams.get("host");
  const port = Number(url.port || 5432);
  const proxy = await startProxy(
    directory ? { path: `${directory}/.s.PGSQL.${port}` } : { host: url.hostname, port },
  );
  url.searchParams.delete("host");
  url.host = `${proxy.host}:${proxy.port}`;
  return { connectionString: url.toString(), proxy };
}

export const addressOf = (url: string) => ({ host: "127.0.0.1", port: Number(new URL(url).port) });
