declare global {
  interface Window {
    /** The connection that public/early.js opened, without anybody's name. */
    earlySocket?: WebSocket;
  }
}

/** The connection that public/early.js opened, once; null without one or when it has ended. */
export function takeEarlySocket(): WebSocket | null {
  const socket = window.earlySocket;
  delete window.earlySocket;
  if (!socket || socket.readyState > WebSocket.OPEN) return null;
  // The caller sets its handlers after this.
  if (socket.readyState === WebSocket.OPEN) queueMicrotask(() => socket.dispatchEvent(new Event("open")));
  return socket;
}
