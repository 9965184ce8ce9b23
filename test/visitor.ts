/** A client with a cookie jar, for the requests of one person. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
  ): Promise<{ status: number; body: any; headers: Headers }> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(new URL(path, this.#url), {
      method,
      redirect: "manual",
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(body === undefined || body instanceof URLSearchParams
          ? {}
          : { "content-type": "application/json" }),
        ...this.#headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
    });
    this.#keep(response.headers.getSetCookie());
    const text = await response.text();
    return {
      status: response.status,
      body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text,
      headers: response.headers,
    };
  }

  get = (path: string) => this.request("GET", path);
  post = (path: string, body: unknown = {}, headers?: Record<string, string>) =>
    this.request("POST", path, body, headers);

  signUp = (email: string, password = "correct horse", name = "Maria Keller") =>
    this.post("/api/auth/sign-up/email", { email, password, name });
  signIn = (email: string, password = "correct horse") =>
    this.post("/api/auth/sign-in/email", { email, password });
  /** The bearer token, or null when signed out. */
  token = async (): Promise<string | null> => (await this.get("/api/auth/token")).body?.token ?? null;

  #keep(lines: string[]): void {
    for (const line of lines) {
      const [pair = "", ...attributes] = line.split("; ");
      const name = pair.slice(0, pair.indexOf("="));
      const gone = attributes.some((attribute) => /^max-age=0$/i.test(attribute));
      if (gone) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(name.length + 1));
    }
  }
}
