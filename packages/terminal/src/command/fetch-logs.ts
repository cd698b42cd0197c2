import { createReadStream } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { gzipSync } from 'node:zlib'
import { type CommandArguments, MAX_LOG_BYTES } from '@coldkeep/contract/mqtt/command-arguments'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import type { Outcome } from './command-runner'
import { callServer, describeFailure, type ServerAccess } from './server-request'

/** Of the lines, before they are packed: the box has little memory. */
const MOST_TEXT_BYTES = 64 * 1024 * 1024

/**
 * Packs the requested files of the log folder, as far as their lines are within the requested time, and
 * uploads them to the server.
 */
export async function fetchLogs(
  { from, to, paths, url }: CommandArguments<'log.fetch'>,
  folder: string,
  server: ServerAccess | null,
): Promise<Outcome> {
  if (server === null) return refused('E_NO_SERVER', 'this terminal knows no address of the server')
  const files = await findFiles(folder, paths)
  if (!files.ok) return refused('E_PATH', files.problem)
  const parts: string[] = []
  let length = 0
  for (const { name, path } of files.value) {
    const lines = await readLines(path, from, to, MOST_TEXT_BYTES - length)
    if (lines === null) return failed('E_SIZE', 'too much; ask for a shorter time')
    const part = `==> ${name} <==\n${lines}`
    length += Buffer.byteLength(part)
    parts.push(part)
  }
  const bytes = gzipSync(parts.join('\n'))
  if (bytes.length > MAX_LOG_BYTES) return failed('E_SIZE', 'too much; ask for a shorter time')
  const body = { type: 'application/gzip', bytes }
  const answer = await callServer(server, { method: 'POST', path: url, body, mostBytes: 64 * 1024 })
  if (!answer.ok) return failed('E_FETCH', describeFailure(answer.problem))
  return { st: 'done', out: { files: files.value.length, size: bytes.length } }
}

interface LogFile {
  readonly name: string
  readonly path: string
}

/**
 * Links are followed first: where a path ends up is what must lie below the folder. Files elsewhere and files
 * that do not exist are refused alike: what else is on the box is not disclosed.
 */
async function findFiles(
  folder: string,
  paths: readonly string[],
): Promise<Result<readonly LogFile[], string>> {
  let root: string
  try {
    root = await realpath(folder)
  } catch {
    return fail('the log folder is not there')
  }
  const names = paths.length > 0 ? paths : (await readdir(root, { recursive: true })).sort()
  const files: LogFile[] = []
  for (const name of names) {
    try {
      const path = await realpath(resolve(root, name))
      if (!path.startsWith(root + sep)) {
        if (paths.length === 0) continue
        return fail(`${name} is no file of the log folder`)
      }
      if ((await stat(path)).isFile()) files.push({ name: relative(root, path), path })
      else if (paths.length > 0) return fail(`${name} is no file of the log folder`)
    } catch {
      // rotated away while we looked
      if (paths.length > 0) return fail(`${name} is no file of the log folder`)
    }
  }
  return ok(files)
}

/** Lines that say when they were written are left out where that is another time. */
async function readLines(path: string, from: number, to: number, mostBytes: number): Promise<string | null> {
  const kept: string[] = []
  let length = 0
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) {
    const at = Date.parse(/"time":"([^"]{10,40})"/.exec(line)?.[1] ?? '')
    if (at < from || at > to) continue
    length += Buffer.byteLength(line) + 1
    if (length > mostBytes) return null
    kept.push(line, '\n')
  }
  return kept.join('')
}

function refused(code: string, text: string): Outcome {
  return { st: 'refused', err: { code, text } }
}

function failed(code: string, text: string): Outcome {
  return { st: 'failed', err: { code, text } }
}
