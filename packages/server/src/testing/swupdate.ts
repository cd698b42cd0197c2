import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The program by others that installs images in boxes. */
export function isSwupdateThere(): boolean {
  return spawnSync('swupdate', ['--version'], { stdio: 'ignore' }).status === 0
}

export interface SwupdateSettings {
  readonly url: string
  readonly id: string
  readonly token: string
  /** Of whom it takes images. */
  readonly certificate: string
  /** What it reports of itself; left out: nothing. */
  readonly attributes?: Readonly<Record<string, string>>
  /** Starts as after the restart into what it has installed. */
  readonly hasInstalled?: boolean
}

/** SWUpdate as a daemon that polls, until it is stopped. */
export interface Swupdate {
  /** What it has printed. */
  readonly lines: readonly string[]
  /** Has it poll now; by itself it waits as long as the server says. */
  poll(): void
  stop(): Promise<void>
}

/** Starts it with settings as they are documented, and nothing else of ours. */
export function startSwupdate(
  folder: string,
  { url, id, token, certificate, attributes = {}, hasInstalled = false }: SwupdateSettings,
): Swupdate {
  const sockets = join(folder, 'run')
  mkdirSync(sockets, { recursive: true })
  const identity = Object.entries(attributes).map(
    ([name, value]) => `  { name = "${name}"; value = "${value}"; }`,
  )
  const settings = `globals : {
  verbose = true;
  loglevel = 5;
  public-key-file = "${certificate}";
};
suricatta : {
  tenant = "default";
  id = "${id}";
  url = "${url}/ddi";
  targettoken = "${token}";
  retry = 5;
  retrywait = 1;
};
${identity.length > 0 ? `identify : (\n${identity.join(',\n')}\n);\n` : ''}`
  const file = join(folder, 'swupdate.cfg')
  writeFileSync(file, settings)
  const env = { ...process.env, TMPDIR: sockets }
  const lines: string[] = []
  const child: ChildProcess = spawn(
    'swupdate',
    ['-f', file, '-H', 'box:1.0', '-u', hasInstalled ? '-c 2' : ''],
    // a group of its own: it is several processes
    { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env },
  )
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => lines.push(...text.toString().split('\n').filter(Boolean)))
  }
  return {
    lines,
    poll() {
      // not waited for: while it loads an image it answers nothing
      execFile('swupdate-ipc', ['hawkbitcfg', '-t'], { env, timeout: 5_000 }, () => {})
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
      const ended = once(child, 'exit')
      process.kill(-child.pid, 'SIGKILL')
      await ended
    },
  }
}
