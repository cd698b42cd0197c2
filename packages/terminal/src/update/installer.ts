import { stat, statfs } from 'node:fs/promises'
import type { InstallOutcome } from '@coldkeep/contract/mqtt/command-arguments'
import { programType, type ReleaseManifest } from '@coldkeep/contract/mqtt/release'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Operations, Outcome, ReportProgress } from '../command/command-runner'
import type { FieldStore } from '../command/field-store'
import type { ServerAccess } from '../command/server-request'
import type { Timekeeper } from '../time/timekeeper'
import { type CheckedRelease, checkRelease, type Refusal } from './check-release'
import { fetchImage } from './fetch-image'
import { type InstallOrder, imagePath, readOrder, removeDownloads, writeOrder } from './install-order'
import { keepRelease, linkedRelease, makePart } from './releases'
import type { Supervision } from './supervision'
import { unpackImage } from './unpack-image'
import { isOver, readUpdate, type UpdateState, writeUpdate } from './update-file'

/** For what is unpacked, on top of twice the image. */
const ROOM_BYTES = 64 * 1024 * 1024
const PROGRESS_PERCENT = 5

/** The program that runs, as an installation names it. */
export interface RunningProgram {
  readonly version: string
  /** Of this start; another one each time. */
  readonly boot: string
}

export interface InstallerParts {
  readonly running: RunningProgram
  readonly dataFolder: string
  /** Null where the program was started by hand: nobody would start another one. */
  readonly supervision: Supervision | null
  readonly server: ServerAccess | null
  readonly store: Pick<FieldStore, 'releaseKeys' | 'recordReleaseKeys'>
  /** As the server says it; at the order it is known. */
  readonly now: () => EpochMs
  readonly time: Timekeeper
  readonly log: Logger
}

/**
 * Brings another release of the program up to the point where the supervisor takes over, and says afterwards what came of
 * it. What has begun goes on after any end of the program.
 */
export class Installer {
  readonly #parts: InstallerParts
  readonly #stopped = new AbortController()
  #isBusy = false
  #wake = () => {}

  constructor(parts: InstallerParts) {
    this.#parts = parts
    parts.supervision?.onJudged(() => this.#wake())
  }

  readonly install: Operations['fw.install'] = async (arg, report, { id }) => {
    const { dataFolder, now } = this.#parts
    const update = readUpdate(dataFolder)
    if (this.#isBusy || (update !== null && !isOver(update))) {
      return refused({ code: 'E_BUSY', text: 'another installation has not ended' })
    }
    return this.#run({ id, arg, at: now() }, report)
  }

  /** Goes on with what the end of the program has interrupted; null: nothing is left of it. */
  resume(id: string): ((report: ReportProgress) => Promise<Outcome | null>) | null {
    const { dataFolder } = this.#parts
    if (readUpdate(dataFolder)?.id === id) return (report) => this.#awaitEnd(id, report)
    const order = readOrder(dataFolder)
    return order?.id === id ? (report) => this.#run(order, report) : null
  }

  /** Breaks off what waits; the next start goes on with it. */
  stop(): void {
    this.#stopped.abort()
    this.#wake()
  }

  async #run(order: InstallOrder, report: ReportProgress): Promise<Outcome | null> {
    this.#isBusy = true
    try {
      const outcome = await this.#prepare(order, report)
      if (outcome !== null) removeDownloads(this.#parts.dataFolder)
      return outcome
    } finally {
      this.#isBusy = false
    }
  }

  async #prepare(order: InstallOrder, report: ReportProgress): Promise<Outcome | null> {
    const { dataFolder, supervision, server, store, log } = this.#parts
    const checked = this.#check(order)
    if ('code' in checked) return refused(checked)
    const { manifest, keysNumber } = checked
    const { sha256, size, version } = manifest
    if (supervision === null || server === null) return null
    await store.recordReleaseKeys(keysNumber)
    removeDownloads(dataFolder, sha256)
    const path = imagePath(dataFolder, sha256)
    const space = await lackOfSpace(dataFolder, 2 * size + ROOM_BYTES - (await sizeOf(path)))
    if (space !== null) return refused(space)
    writeOrder(dataFolder, order)
    log.info({ command: order.id, version, size }, 'release wanted')
    const { signal } = this.#stopped
    const { time } = this.#parts
    const reportStep = (step: InstallOutcome['step'], pc?: number) =>
      report({ out: { step }, ...(pc !== undefined && { pc }) })
    await reportStep('downloading', 0)
    const fetched = await fetchImage(
      { url: order.arg.url, sha256, size, path },
      { server, time, log, signal, fetched: inSteps(size, (pc) => reportStep('downloading', pc)) },
    )
    if (fetched === null) return null
    if (!fetched.ok) return failed(fetched.problem)
    await reportStep('downloaded')
    await reportStep('verified')
    await reportStep('installing')
    const unpacked = await unpackImage(path, makePart(dataFolder, version), version)
    if (!unpacked.ok) return failed(unpacked.problem)
    keepRelease(dataFolder, version)
    await reportStep('restarting')
    // from here on the supervisor goes on with it, whatever happens
    writeUpdate(dataFolder, this.#switchTo(order.id, manifest))
    log.info({ command: order.id, version }, 'release unpacked, the supervisor takes over')
    supervision.endForSwitch()
    return null
  }

  #check({ arg, at }: InstallOrder): CheckedRelease | Refusal {
    const { supervision, server, store, running } = this.#parts
    if (supervision === null) {
      return { code: 'E_NO_SUPERVISOR', text: 'started without the supervisor, which replaces the program' }
    }
    const { root } = supervision
    if (root === null) return { code: 'E_NO_ROOT', text: 'this package knows nobody who signs releases' }
    if (server === null) return { code: 'E_NO_SERVER', text: 'no address of the server is known' }
    const checked = checkRelease(arg.release, {
      root,
      knownKeys: store.releaseKeys,
      now: at,
      type: programType(process.platform, process.arch),
      installed: running.version,
    })
    if (!checked.ok) return checked.problem
    const { sha256 } = checked.value.manifest
    if (!arg.url.endsWith(`/${sha256}`))
      return { code: 'E_FORM', text: 'the address is that of another image' }
    return checked.value
  }

  #switchTo(id: string, { version }: ReleaseManifest): UpdateState {
    const { dataFolder, running } = this.#parts
    const from = { version: running.version, folder: linkedRelease(dataFolder) }
    const fresh = { starts: 0, deaths: 0, runsSince: null, packaged: null }
    return { v: 1, id, step: 'switch', from, to: version, ...fresh }
  }

  /** What came of a switch, once the supervisor has judged it; null where the program ends before that. */
  async #awaitEnd(id: string, report: ReportProgress): Promise<Outcome | null> {
    const { dataFolder, running } = this.#parts
    const { version, boot } = running
    let isReported = false
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      const update = readUpdate(dataFolder)
      if (update?.id !== id) return failed({ code: 'E_INTERNAL', text: 'what came of it is not known' })
      if (isOver(update)) {
        removeDownloads(dataFolder)
        return endOf(update, running)
      }
      if (!isReported && update.to === version) await report({ out: { step: 'confirming', version, boot } })
      isReported = true
      if (this.#stopped.signal.aborted) return null
      await woken
    }
  }
}

/** `done` is for the new program alone: what an earlier one says of it proves nothing. */
function endOf(
  { step, to, code = 'E_CONFIRM', why = '' }: UpdateState,
  { version, boot }: RunningProgram,
): Outcome {
  if (step === 'confirmed' && version === to) return { st: 'done', out: { version, boot } }
  const err = { code, text: why || `${version} runs` }
  return { st: 'failed', err, out: { version, boot, isRolledBack: true } }
}

/** Null where there is room. */
async function lackOfSpace(dataFolder: string, needed: number): Promise<Refusal | null> {
  const { bavail, bsize } = await statfs(dataFolder)
  const free = bavail * bsize
  if (free >= needed) return null
  return { code: 'E_SPACE', text: `${mebibytes(free)} MiB are free, ${mebibytes(needed)} are needed` }
}

/** Of what an earlier run has fetched. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  return found?.size ?? 0
}

const mebibytes = (bytes: number) => Math.round(bytes / 1024 ** 2)

/** Passes on each further step of some percent. */
function inSteps(size: number, report: (percent: number) => Promise<void>) {
  let reported = 0
  return async (length: number) => {
    const percent = Math.floor((100 * length) / size / PROGRESS_PERCENT) * PROGRESS_PERCENT
    if (percent <= reported) return
    reported = percent
    await report(percent)
  }
}

function refused({ code, text }: Refusal): Outcome {
  return { st: 'refused', err: { code, text } }
}

function failed({ code, text }: Refusal): Outcome {
  return { st: 'failed', err: { code, text } }
}
