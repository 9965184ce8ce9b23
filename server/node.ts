import { hasSecrets } from "./auth/data.ts";
import { getBaseUrlWarning, getOwnOrigins } from "./auth/origins.ts";
import { createAuthProvider } from "./auth/provider.ts";
import { createTokenOfSession } from "./auth/session_token.ts";
import { startBackups } from "./backup/schedule.ts";
import { CLIENT, getDirectory } from "./build/build.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { readSecretKey } from "./data_directory.ts";
import { type Database, openDatabase } from "./db/database.ts";
import { migrate } from "./db/migrate.ts";
import { claimDirectory, startDatabase } from "./db/start.ts";
import { rememberDatabase } from "./db/used_database.ts";
import { getRoom } from "./disk.ts";
import { createApi } from "./http/api.ts";
import { ClientFiles } from "./http/client_files.ts";
import { createFileRoutes } from "./http/files.ts";
import { createReadiness } from "./http/health.ts";
import { createMetrics } from "./http/metrics.ts";
import { getSecurityHeaders } from "./http/security_headers.ts";
import { listen } from "./http/server.ts";
import { watchServices } from "./http/services_health.ts";
import { getPublicSettings } from "./http/settings.ts";
import { createDueLoop } from "./jobs/due_work.ts";
import { startJobs } from "./jobs/worker.ts";
import type { Logger } from "./log.ts";
import type { LogOutput } from "./log_output.ts";
import { enqueueMail } from "./mail/outbox.ts";
import { createUnsubscribeLinks } from "./mail/unsubscribe_links.ts";
import { openOutgoing } from "./outgoing/outgoing.ts";
import { Pace } from "./pace.ts";
import type { Room, RouteParts } from "./rooms.ts";
import { createFileLinks } from "./storage/links.ts";
import { openStorage } from "./storage/open_storage.ts";
import type { FunctionRegistry } from "./sync/calls.ts";
import { createSyncServer } from "./sync/server.ts";
import { watchDisk, watchTroubles } from "./troubles.ts";
import { openMasterKeys } from "./vault/open_vault.ts";
import { createVault } from "./vault/vault.ts";
import { joinWorkers, WORKER_ID } from "./workers/worker.ts";

export type Node = {
  /** The base URL, with the real port when a free one was taken. */
  url: string;
  config: Config;
  database: Database;
  /** The rooms' current notices for the operator; for the program that prints them. */
  notices(): Promise<string[]>;
  stop(): Promise<void>;
};

/**
 * Starts one whole server: PostgreSQL (or DATABASE_URL), migrations, sign-in, sync, HTTP, jobs. When a part fails to
 * start, those already started are stopped.
 * @param options.functions the functions that clients may call
 * @param options.rooms the rooms, with their routes, files and jobs
 * @param options.checkAnswers whether every result is validated against its function's `returns`; for development
 * @param options.logLosses how many lines of the log are lost, for health and metrics.
 * @param options.client resolves to the directory of the built client; default: the existing build.
 * @param options.clock the clock of loops, pauses and moments; the machine's unless a test passes another
 * @param options.onFailure called when the database is lost for good while running.
 * @throws StartError with the remedy in one line.
 */
export async function startNode(
  given: Config,
  options: {
    log: Logger;
    functions: FunctionRegistry;
    rooms: readonly Room[];
    checkAnswers?: boolean;
    logLosses?: LogOutput["losses"];
    client?: () => Promise<string>;
    onFailure?: (reason: Error) => void;
    clock?: Clock;
  },
): Promise<Node> {
  const { log, functions, rooms, logLosses = noLosses, client = async () => getDirectory(CLIENT) } = options;
  const { clock = systemClock } = options;
  await using starting = new AsyncDisposableStack();

  const warning = getBaseUrlWarning(given);
  if (warning) log.warn(warning);
  await claimDirectory(given, starting);
  // Of several processes, only the first one logs it.
  if (WORKER_ID === null) {
    const disk = await watchDisk(given.dataDir, log, undefined, clock);
    starting.defer(() => disk.stop());
  }
  const metrics = createMetrics();
  const workers = joinWorkers(metrics.registry);
  const http = await listen({
    port: given.port,
    host: given.host,
    log,
    metrics,
    isOneOfMany: workers !== null,
    clock,
  });
  starting.defer(() => http.close());
  const config = withPort(given, http.port);
  const building = client();
  // A failed build is reported below; until then it mustn't count as an unhandled rejection.
  building.catch(() => {});

  const connectionString = await startDatabase(config, { ...options, starting });
  const migrating = openDatabase(connectionString, { max: 1, answerWithinMs: 0 });
  await migrate(migrating).finally(() => migrating.close());
  await rememberDatabase(config);
  const database = openDatabase(connectionString);
  starting.defer(() => database.close());
  const troubles = watchTroubles(database, log, clock);
  starting.defer(() => troubles.stop());
  for (const room of rooms) await room.prepare?.(database);

  const secret = config.secretKey ?? (await readSecretKey(config.dataDir, () => hasSecrets(database.db)));
  const sendMail = (message: Parameters<typeof enqueueMail>[1]) => enqueueMail(database.db, message);
  const auth = createAuthProvider({ config, database, secret, log, sendMail, rooms, clock });
  const storage = openStorage(config);
  const vault = createVault(await openMasterKeys(config, database));
  const links = createFileLinks(secret, config.baseUrl);
  const unsubscribe = createUnsubscribeLinks(secret, config.baseUrl);
  const outgoing = await openOutgoing(config, { db: database.db, secret, log, clock });
  starting.defer(() => outgoing.close());
  const due = createDueLoop({ database, log, clock });
  starting.defer(() => due.stop());
  const jobs = await startJobs({
    database,
    due,
    storage,
    config,
    log,
    rooms,
    deliveries: metrics.deliveries,
    onDeleted: metrics.onDeleted,
    clock,
  });
  starting.defer(() => jobs.stop());
  const pace = new Pace(clock);
  const parts = {
    database,
    storage,
    vault,
    links,
    unsubscribe,
    outgoing,
    pace,
    clock,
    due,
    deliveries: metrics.deliveries,
    log,
    baseUrl: config.baseUrl,
    rooms,
  };
  for (const room of rooms) {
    const work = room.start?.(parts);
    if (work) starting.defer(() => work.stop());
  }
  const backups = startBackups(config, { database, rooms, log, clock, metrics: metrics.registry });
  starting.defer(() => backups.stop());
  const sync = createSyncServer({
    database,
    functions,
    environment: {
      baseUrl: config.baseUrl,
      storage,
      vault,
      links,
      unsubscribe,
      outgoing,
      limits: config.limits,
    },
    verifyToken: auth.verifyToken,
    log,
    allowedOrigins: getOwnOrigins(config),
    trustProxy: config.trustProxy,
    checkAnswers: options.checkAnswers,
    observer: pace.watching(metrics.calls),
    room: getRoom(config, clock),
    clock,
  });
  await sync.start();

  metrics.watch({ database, dataDir: config.dataDir, rooms, sync, logLosses, workers });
  const getSettings = (build: string | null) => getPublicSettings(config, auth, build);
  const headers = getSecurityHeaders(config, await storage.direct?.origin());
  const clientFiles = await ClientFiles.load(await building, config.baseUrl, getSettings, {
    headers,
    isKept: config.appOnDevices,
  });
  const routeParts: RouteParts = {
    ...parts,
    verifyToken: auth.verifyToken,
    tokenOfSession: createTokenOfSession(auth),
    trustProxy: config.trustProxy,
  };
  const api = createApi({
    config,
    log,
    auth,
    functions: sync.http,
    files: createFileRoutes(parts),
    routes: rooms.flatMap((room) => room.routes?.(routeParts) ?? []),
    readiness: createReadiness({
      database,
      dataDir: config.dataDir,
      logLosses,
      workers,
      services: watchServices(config, storage, database, clock),
      clock,
    }),
    metrics,
    settings: getSettings(clientFiles.build),
  });
  await http.open({
    api,
    client: clientFiles,
    headers,
    upgrade: (request, socket, head) => sync.handleUpgrade(request, socket, head),
  });
  // First stop requests and sockets, then the parts that they use.
  starting.defer(async () => {
    await Promise.all([http.close(), sync.close()]);
  });

  const running = starting.move();
  let stopped: Promise<void> | null = null;
  return {
    url: config.baseUrl,
    config,
    database,
    async notices() {
      const notices = await Promise.all(rooms.map((room) => room.notices?.(database, config) ?? []));
      return notices.flat();
    },
    stop() {
      stopped ??= running.disposeAsync();
      return stopped;
    },
  };
}

const noLosses: LogOutput["losses"] = () => ({ lines: 0, isLosing: false });

/** With port 0 the real port is known only now. */
function withPort(config: Config, port: number): Config {
  const url = new URL(config.baseUrl);
  if (config.port === 0 && url.port === "0") url.port = String(port);
  return { ...config, port, baseUrl: url.origin };
}
