import type { BundleAddress } from '@coldkeep/contract/mqtt/bundle'
import type { TerminalId } from '@coldkeep/domain/ids'
import { seconds } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Outcome, ReportProgress } from '../command/command-runner'
import type { FieldStore } from '../command/field-store'
import { callServer, describeFailure, type ServerAccess } from '../command/server-request'
import type { Timekeeper } from '../time/timekeeper'
import type { Polling } from './polling'
import { type BundleRefusal, isAnnounced, readBundle, refusalOf } from './read-bundle'

const FIRST_RETRY_MS = seconds(5)
const LONGEST_RETRY_MS = seconds(300)
/** Answers that another try will not change: this terminal may not have that bundle. */
const FINAL_STATUS = [400, 401, 403, 404, 410]

export interface ApplyParts {
  readonly terminalId: TerminalId
  readonly server: ServerAccess | null
  readonly store: FieldStore
  readonly polling: Polling
  readonly time: Timekeeper
  readonly log: Logger
  /** Reports to the server what is run now. */
  switched(): void
}

/** Fetches configurations and lets them take over, one at a time; a newer one ends the wait for an older one. */
export class ApplyBundle {
  readonly #parts: ApplyParts
  #newest = 0
  #isStopped = false
  #wake = () => {}
  #applying: Promise<unknown> = Promise.resolve()

  constructor(parts: ApplyParts) {
    this.#parts = parts
  }

  async apply(address: BundleAddress, reportProgress: ReportProgress, id: string): Promise<Outcome | null> {
    const { polling, store } = this.#parts
    const runs = () => ({ out: { rev: polling.revision } })
    if (address.rev === polling.revision && store.current?.sha256 === address.sha256) {
      return { st: 'done', ...runs() }
    }
    if (address.rev <= Math.max(polling.revision, store.givenUp, this.#newest)) {
      return { st: 'refused', err: { code: 'E_OLD', text: 'older than what was run or tried' }, ...runs() }
    }
    this.#newest = address.rev
    this.#wake()
    const turn = this.#applying.then(() => this.#fetchAndSwitch(address, reportProgress, id))
    this.#applying = turn.catch(() => {})
    return turn
  }

  /** Stops waiting; a configuration that has not come is fetched after the next start. */
  stop(): void {
    this.#isStopped = true
    this.#wake()
  }

  async #fetchAndSwitch(
    address: BundleAddress,
    reportProgress: ReportProgress,
    id: string,
  ): Promise<Outcome | null> {
    const { terminalId, store, polling, time, log, server } = this.#parts
    const runs = { rev: polling.revision }
    if (server === null) {
      return {
        st: 'refused',
        err: { code: 'E_NO_SERVER', text: 'no address of the server is known' },
        out: runs,
      }
    }
    const bytes = await this.#fetch(server, address)
    if (this.#isStopped) return null
    if (bytes === null)
      return { st: 'failed', err: { code: 'E_OLD', text: 'not fetched in time' }, out: runs }
    if (!('length' in bytes)) return { st: 'refused', err: { code: 'E_FETCH', text: bytes.why }, out: runs }
    await reportProgress({ out: { step: 'fetched', ...runs } })
    const text = isAnnounced(bytes, address)
    if (!text.ok) return refused(text.problem, runs)
    const configuration = readBundle(text.value, { terminalId, revision: address.rev })
    if (!configuration.ok) return refused(configuration.problem, runs)
    const { leftOut } = configuration.value
    if (leftOut.length > 0) return refused(refusalOf(leftOut), runs)
    await reportProgress({ out: { step: 'checked', ...runs } })
    await store.activate({
      revision: address.rev,
      sha256: address.sha256,
      commandId: id,
      appliedAt: time.now(),
      crashes: 0,
      text: text.value,
    })
    await polling.switchTo(configuration.value)
    log.info({ revision: address.rev }, 'configuration active')
    this.#parts.switched()
    return { st: 'done', out: { rev: address.rev } }
  }

  /** Tries until it comes, or is superseded: then null. */
  async #fetch(
    server: ServerAccess,
    address: BundleAddress,
  ): Promise<Buffer | { readonly why: string } | null> {
    const { time, log } = this.#parts
    for (let tries = 0; this.#newest === address.rev && !this.#isStopped; tries++) {
      const answer = await callServer(server, { method: 'GET', path: address.url, mostBytes: address.size })
      if (answer.ok) return answer.value
      const why = describeFailure(answer.problem)
      const { problem } = answer
      const isFinal =
        problem.kind === 'too_large' || (problem.kind === 'status' && FINAL_STATUS.includes(problem.status))
      if (isFinal) return { why }
      const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** tries)
      log.warn({ revision: address.rev, why, waitMs }, 'configuration not fetched yet')
      await new Promise<void>((resolve) => {
        const cancel = time.after(waitMs, resolve)
        this.#wake = () => {
          cancel()
          resolve()
        }
      })
    }
    return null
  }
}

function refused({ code, text, faults }: BundleRefusal, runs: { readonly rev: number }): Outcome {
  return { st: 'refused', err: { code, text }, out: { ...runs, ...(faults && { faults }) } }
}
