/**
 * The floor that figures are compared with: what the same job costs by hand with `pg` and `ws`, without access
 * checks, exactly-once, snapshots or dependencies. Insert, read the latest 50 notes, send all of them to everybody.
 * Run as a process of its own: `node bench/floor.ts <connection string>`; prints its port.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "pg";
import { v7 as uuidv7 } from "uuid";
import { type WebSocket, WebSocketServer } from "ws";
import { insertSql, listSql } from "./sql.ts";
import { reportCpu } from "./usage.ts";

const pool = new Pool({ connectionString: process.argv[2], max: 12 });
const server = createServer((request, response) => reportCpu(request, response));
const rooms = new Map<string, Set<WebSocket>>();

new WebSocketServer({ server }).on("connection", (ws) => {
  ws.on("message", async (data) => {
    const message = JSON.parse(data.toString());
    if (message.watch) {
      const room = rooms.get(message.watch) ?? new Set();
      rooms.set(message.watch, room.add(ws));
      ws.send(await list(message.watch));
      return;
    }
    const { diaryId, userId, title, content } = message;
    const shortId = randomShortId();
    await pool.query(insertSql, [
      // By age, as ours: the notes of a day are listed by it.
      uuidv7(),
      shortId,
      diaryId,
      title,
      JSON.stringify({ text: content }),
      content.slice(0, 150),
      userId,
    ]);
    const text = await list(diaryId);
    for (const watcher of rooms.get(diaryId) ?? []) watcher.send(text);
    ws.send('{"done":true}');
  });
});

async function list(diaryId: string): Promise<string> {
  const { rows } = await pool.query(listSql, [diaryId]);
  return JSON.stringify(rows);
}

function randomShortId(): string {
  const letters = "23456789abcdefghjkmnpqrstuvwxyz";
  return Array.from({ length: 6 }, () => letters[Math.floor(Math.random() * letters.length)]).join("");
}

server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
