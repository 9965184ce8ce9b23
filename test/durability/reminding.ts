/**
 * A node that only does the background work of a room, such as planning and sending reminders, as its own process that a
 * test may kill: `node test/durability/reminding.ts <connection string> <host of the push service> [room]`.
 */
import { rooms } from "../../registry/rooms.ts";
import { openDatabase } from "../../server/db/database.ts";
import { createLog } from "../../server/log.ts";
import { openOutgoing } from "../../server/outgoing/outgoing.ts";
import { createFixedMasterKeys } from "../../server/vault/master_keys.ts";
import { createVault } from "../../server/vault/vault.ts";
import { MASTER_KEY, SECRET } from "../node.ts";

const [connectionString, pushHost, roomName = "notifications"] = process.argv.slice(2);
const database = openDatabase(connectionString!);
const log = createLog("warn");
const outgoing = await openOutgoing(
  {
    baseUrl: "https://care.example.org",
    mailFrom: "care@example.org",
    outgoing: { allow: ["127.0.0.1"], pushHosts: [pushHost!], pushContact: "mailto:care@example.org" },
  },
  { db: database.db, secret: SECRET, log },
);
const vault = createVault(createFixedMasterKeys(MASTER_KEY));
const room = rooms.find(({ name }) => name === roomName)!;
// The room's work needs neither files nor links.
room.start!({ database, outgoing, vault, log, baseUrl: "https://care.example.org", rooms: [] } as never);
process.stdout.write("plans\n");
