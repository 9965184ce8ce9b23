/**
 * Builds the image of `Dockerfile` and runs it as `compose.yaml` does: user 10001, a read-only root, no rights, 512 MB of
 * memory, one volume. It becomes ready, says by its own health check how it is, ends in order within ten seconds of
 * SIGTERM, and has its data after that. Needs root, `buildah` and `crun`; and `debootstrap`, unless BUILD_IMAGE and RUN_IMAGE
 * name images that can be reached.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import {
  chown,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  rmdir,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../../server/http/free_port.ts";
import { ROOT } from "../../server/root.ts";

const run = promisify(execFile);
const MEMORY_MB = 512;
const USER = 10001;
const READY_WITHIN_MS = 60_000;
/** As the Dockerfile promises. */
const STOP_WITHIN_MS = 10_000;

/** Control groups of the older kind have a folder for memory. */
const OLDER_GROUPS = "/sys/fs/cgroup/memory";
const BOTH_KINDS = "/sys/fs/cgroup/unified";

let containers = 0;
const groups: string[] = [];

const { BUILD_IMAGE, RUN_IMAGE } = process.env;
await need("buildah", "crun", ...(BUILD_IMAGE && RUN_IMAGE ? [] : ["debootstrap"]));
if (process.getuid?.() !== 0) stop("This drill needs root.");

const work = await mkdtemp(join(tmpdir(), "carediary-container-"));
const store = ["--root", join(work, "storage"), "--runroot", join(work, "run"), "--storage-driver", "vfs"];
const buildah = async (...args: string[]) =>
  (await run("buildah", [...store, ...args], { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 })).stdout.trim();
try {
  await drill();
} finally {
  await buildah("umount", "--all").catch(() => {});
  for (const group of groups) await rmdir(group).catch(() => {});
  await rm(work, { recursive: true, force: true });
}

async function drill(): Promise<void> {
  const bases =
    BUILD_IMAGE && RUN_IMAGE
      ? { build: BUILD_IMAGE, run: RUN_IMAGE }
      : await timed("two base images", makeBases);
  await timed("the image by the Dockerfile", () =>
    // Only Docker's format has a health check.
    shown(
      "buildah",
      ...store,
      "bud",
      "--isolation",
      "chroot",
      "--format",
      "docker",
      "--quiet",
      "--build-arg",
      `BUILD_IMAGE=${bases.build}`,
      "--build-arg",
      `RUN_IMAGE=${bases.run}`,
      "-t",
      "carediary",
      ".",
    ),
  );
  const image = JSON.parse(await buildah("inspect", "--type", "image", "carediary")).Docker
    .config as ImageConfig;
  const root = await buildah("mount", await buildah("from", "--pull-never", "carediary"));
  const own = await run("du", ["-sm", join(root, "carediary")]);
  const all = await run("du", ["-sm", root]);
  console.log(
    `the image has ${all.stdout.split("\t")[0]} MB, of which CareDiary ${own.stdout.split("\t")[0]} MB`,
  );
  const volume = join(work, "data");
  await mkdir(volume);
  await chown(volume, USER, USER);

  const first = await start(image, root, volume);
  await first.post("/api/auth/sign-up/email", {
    email: "olga@example.org",
    password: "a quiet morning by the window",
    name: "Olga",
  });
  const used = await first.memory();
  console.log(
    `the container uses ${used.now} MB of its ${MEMORY_MB}, ${used.most} MB at most with the cache of its files`,
  );
  await first.health();
  await first.stop();

  const second = await start(image, root, volume);
  const { status } = await second.post("/api/auth/sign-in/email", {
    email: "olga@example.org",
    password: "a quiet morning by the window",
  });
  if (status !== 200) throw new Error(`After the restart the sign-in was answered with ${status}`);
  console.log("after a restart the data is there");
  await second.stop();
}

type ImageConfig = {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  StopSignal: string;
  Healthcheck: { Test: string[] };
  Volumes: Record<string, unknown>;
};

/** A plain Debian for running, and one with Node and npm for building. */
async function makeBases(): Promise<{ build: string; run: string }> {
  const base = join(work, "base");
  await shown("debootstrap", "--variant=minbase", "bookworm", base);
  await rm(join(base, "var/cache/apt/archives"), { recursive: true, force: true });
  const plain = await buildah("from", "scratch");
  await buildah("copy", "--quiet", plain, base, "/");
  await buildah("commit", "--quiet", "--format", "docker", "--rm", plain, "localhost/run-base");
  await rm(base, { recursive: true });

  const tools = join(work, "tools");
  await mkdir(join(tools, "bin"), { recursive: true });
  await cp(process.execPath, join(tools, "bin/node"));
  const npm = (await realpath((await run("sh", ["-c", "command -v npm"])).stdout.trim())).replace(
    /\/bin\/npm-cli\.js$/,
    "",
  );
  await cp(npm, join(tools, "lib/node_modules/npm"), { recursive: true });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", join(tools, "bin/npm"));
  const building = await buildah("from", "--pull-never", "localhost/run-base");
  await buildah("copy", "--quiet", building, tools, "/usr/local");
  // Of a machine whose registry has a certificate of its own.
  const authority = process.env.NODE_EXTRA_CA_CERTS;
  if (authority && existsSync(authority)) {
    await buildah("copy", "--quiet", building, authority, "/usr/local/share/authority.pem");
    await buildah("config", "--env", "NODE_EXTRA_CA_CERTS=/usr/local/share/authority.pem", building);
  }
  await buildah("commit", "--quiet", "--format", "docker", "--rm", building, "localhost/build-base");
  return { build: "localhost/build-base", run: "localhost/run-base" };
}

/** Runs the image as Docker would, in the machine's own network; resolves when it is ready. */
async function start(image: ImageConfig, root: string, volume: string) {
  const id = `carediary-drill-${process.pid}-${++containers}`;
  const bundle = join(work, id);
  const port = await freePort();
  await mkdir(bundle);
  await writeFile(join(bundle, "config.json"), JSON.stringify(runtimeConfig(image, root, volume, port)));
  const begin = Date.now();
  const group = await limitedGroup(id);
  const container = crun(["run", "--bundle", bundle, id], group);
  let output = "";
  for (const stream of [container.stdout!, container.stderr!])
    stream.on("data", (piece) => (output += piece));
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (container.exitCode !== null || Date.now() - begin > READY_WITHIN_MS) {
      container.kill("SIGKILL");
      throw new Error(`The container isn't ready: ${output}`);
    }
    await sleep(100);
  }
  console.log(`ready after ${seconds(begin)}`);
  return {
    async post(path: string, body: unknown) {
      return fetch(url + path, {
        method: "POST",
        headers: { "content-type": "application/json", origin: url },
        body: JSON.stringify(body),
      });
    },
    async health() {
      const [kind, ...command] = image.Healthcheck.Test;
      if (kind !== "CMD") throw new Error(`A health check of the kind ${kind}`);
      const exec = (...env: string[]) =>
        ended(crun(["exec", "--user", `${USER}:${USER}`, ...env, id, ...command]));
      const right = await exec();
      if (right !== 0) throw new Error(`The health check ended with ${right}`);
      const wrong = await exec("--env", "PORT=1");
      if (wrong !== 1) throw new Error(`The health check of a server that isn't there ended with ${wrong}`);
      console.log("the health check holds, and fails without a server");
    },
    /** MB; what files are cached counts, and goes when memory is needed. */
    async memory() {
      const read = async (...names: string[]) => {
        for (const name of names) {
          const text = await readFile(join(group, name), "utf8").catch(() => null);
          if (text !== null) return text;
        }
        throw new Error(`${group} has no ${names}`);
      };
      const cached =
        /^(?:total_inactive_file|inactive_file) (\d+)/m.exec(await read("memory.stat"))?.[1] ?? 0;
      const current = Number(await read("memory.usage_in_bytes", "memory.current"));
      const most = Number(await read("memory.max_usage_in_bytes", "memory.peak"));
      return { now: megabytes(current - Number(cached)), most: megabytes(most) };
    },
    async stop() {
      const end = ended(container);
      const at = Date.now();
      await ended(crun(["kill", id, image.StopSignal]));
      const code = await end;
      if (code !== 0 || Date.now() - at > STOP_WITHIN_MS)
        throw new Error(`The container ended with ${code} after ${seconds(at)}: ${output}`);
      console.log(`ends in order ${seconds(at)} after ${image.StopSignal}`);
    },
  };
}

async function ended(child: ChildProcess): Promise<number | null> {
  return (await once(child, "exit"))[0];
}

/** A new control group with the limit, which the kernel enforces; its folder. */
async function limitedGroup(id: string): Promise<string> {
  const isOlder = existsSync(OLDER_GROUPS);
  const group = join(isOlder ? OLDER_GROUPS : "/sys/fs/cgroup", id);
  await mkdir(group);
  groups.push(group);
  const file = join(group, isOlder ? "memory.limit_in_bytes" : "memory.max");
  await writeFile(file, String(MEMORY_MB * 1024 * 1024));
  return group;
}

/** Runs crun, in a control group if one is given. It refuses machines with both kinds, so it sees only one of them. */
function crun(args: string[], group?: string): ChildProcess {
  const steps = [
    existsSync(BOTH_KINDS) ? `umount ${BOTH_KINDS}` : "true",
    group ? `echo $$ > ${group}/cgroup.procs` : "true",
    'exec crun --cgroup-manager=disabled "$@"',
  ];
  const shell = ["sh", "-c", steps.join(" && "), "sh", ...args];
  return spawn("unshare", ["--mount", "--propagation", "private", ...shell], {
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function runtimeConfig(image: ImageConfig, root: string, volume: string, port: number) {
  if (image.User !== "carediary" || !("/data" in image.Volumes))
    throw new Error("Another user or volume than expected");
  const none = { bounding: [], effective: [], permitted: [], inheritable: [], ambient: [] };
  const tmpfs = (destination: string, ...options: string[]) => ({
    destination,
    type: "tmpfs",
    source: "tmpfs",
    options: ["nosuid", "nodev", ...options],
  });
  return {
    ociVersion: "1.0.2",
    root: { path: root, readonly: true },
    hostname: "carediary",
    process: {
      user: { uid: USER, gid: USER },
      args: [...image.Entrypoint, ...image.Cmd],
      env: [...image.Env, "HOME=/data", `PORT=${port}`, `BASE_URL=http://127.0.0.1:${port}`],
      cwd: "/",
      capabilities: none,
      noNewPrivileges: true,
    },
    mounts: [
      { destination: "/proc", type: "proc", source: "proc" },
      { destination: "/dev", type: "tmpfs", source: "tmpfs", options: ["nosuid", "mode=755"] },
      { destination: "/sys", type: "bind", source: "/sys", options: ["rbind", "ro"] },
      tmpfs("/dev/shm", "size=256m", "mode=1777"),
      tmpfs("/tmp", "mode=1777"),
      { destination: "/data", type: "bind", source: volume, options: ["bind"] },
    ],
    linux: {
      namespaces: ["pid", "mount", "ipc", "uts"].map((type) => ({ type })),
      maskedPaths: ["/proc/kcore", "/proc/keys", "/proc/sysrq-trigger"],
      readonlyPaths: ["/proc/sys", "/proc/irq", "/proc/bus"],
    },
  };
}

async function need(...programs: string[]): Promise<void> {
  for (const program of programs)
    await run("sh", ["-c", `command -v ${program}`]).catch(() =>
      stop(`This drill needs ${program}, which isn't installed (on Debian: apt-get install ${program}).`),
    );
}

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}

async function shown(program: string, ...args: string[]): Promise<void> {
  let output = "";
  const child = spawn(program, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (output += piece));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output.slice(-4000)}`);
}

async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const begin = Date.now();
  const result = await work();
  console.log(`${name}: ${seconds(begin)}`);
  return result;
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
