/**
 * A node that only does the background work of rooms, such as planning and sending reminders, as its own process that a
 * test may kill: `node test/durability/reminding.ts <connection string> <host of the push service> [rooms]`.
 */
import { rooms } from "../../registry/rooms.ts";
import { openDatabase } from "../../server/db/database.ts";
import { createLog } from "../../server/log.ts";
import { openOutgoing } from "../../server/outgoing/outgoing.ts";
import { createFixedMasterKeys } from "../../server/vault/master_keys.ts";
import { createVault } from "../../server/vault/vault.ts";
import { MASTER_KEY, SECRET } from "../node.ts";

const [connectionString, pushHost, roomNames = "notifications,escalation"] = process.argv.slice(2);
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
// The rooms' work needs neither files nor links.
const parts = { database, outgoing, vault, log, baseUrl: "https://care.example.org", rooms: [] } as never;
for (const name of roomNames.split(",")) rooms.find((room) => room.name === name)!.start!(parts);
process.stdout.write("plans\n");
