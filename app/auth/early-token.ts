declare global {
  interface Window {
    /** The answer to a token request that public/early.js sent; null when it failed. */
    earlyToken?: Promise<Response | null>;
  }
}

/** Whether the request that public/early.js sent was answered with a token, so that there is a session. */
export const hasEarlyToken = async (): Promise<boolean> => Boolean((await window.earlyToken)?.ok);

/** The answer to the request that public/early.js sent, once; null without one or when it can't be used. */
export async function takeEarlyToken(): Promise<Response | null> {
  const request = window.earlyToken;
  delete window.earlyToken;
  const response = await request;
  return response?.ok ? response : null;
}
