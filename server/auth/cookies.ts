/** Our own cookies in addition to Better Auth's: host-only, HttpOnly and SameSite. */
export type CookieJar = {
  read(request: Request, name: string): string | null;
  /** A `Set-Cookie` value; `seconds` 0 removes the cookie. */
  write(name: string, value: string, seconds: number): string;
};

/** `__Host-` binds a cookie to this host and to HTTPS; browsers refuse it elsewhere. */
export function createCookieJar(baseUrl: string): CookieJar {
  const secure = baseUrl.startsWith("https:");
  const prefix = secure ? "__Host-carediary." : "carediary.";
  return {
    read(request, name) {
      const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
      const found = pairs.find((pair) => pair.startsWith(`${prefix}${name}=`));
      return found ? found.slice(prefix.length + name.length + 1) : null;
    },
    write(name, value, seconds) {
      const flags = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
      return `${prefix}${name}=${value}; ${flags}`;
    },
  };
}
