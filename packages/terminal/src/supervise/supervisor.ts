import type { Timekeeper } from '../time/timekeeper'
import { linkedRelease, linkRelease, programOf, removeOtherReleases } from '../update/releases'
import { isOver, readUpdate, type UpdateState, writeUpdate } from '../update/update-file'
import type { ProgramWord } from '../update/words'
import { Child, dials, statusOf } from './child'
import { Contact } from './contact'
import { back, beforeStart, type Finding, judged, type Patience } from './judge'

export interface SupervisorParts {
  readonly dataFolder: string
  /** The program of the package, to which the supervisor belongs too. */
  readonly packaged: { readonly path: string; readonly version: string }
  /** For the program: where its settings are. */
  readonly args: readonly string[]
  /** With these a program signs in once, instead of running. */
  readonly dialArgs: readonly string[]
  /** Of the environment, for the programs. */
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly time: Timekeeper
  readonly patience: Patience
  /** Of this start of the machine. */
  readonly machineBoot: string
  log(level: 'info' | 'warn' | 'error', message: string, fields: Readonly<Record<string, unknown>>): void
  /** Called where for a moment no program shows that it is alive. */
  alive(): void
  /** Tests end the process at one of the points. */
  at?(point: string): void
}

/**
 * Runs the program of the latest release and decides whether it stays. It belongs to the package and no update replaces it:
 * who judges a new program is old code. What it does follows from the file of the update, which is written before each
 * step, so that a power cut at any point leads to the same end.
 */
export class Supervisor {
  readonly #parts: SupervisorParts
  readonly #contact: Contact
  #update: UpdateState | null = null
  #child: Child | null = null
  #isConnected = false
  #isEnding = false
  #cancel = () => {}
  #finish: (status: number) => void = () => {}

  constructor(parts: SupervisorParts) {
    this.#parts = parts
    this.#contact = new Contact({
      time: parts.time,
      patience: parts.patience,
      dial: () => this.#dial(),
      unlinked: () => this.#found({ kind: 'unlinked' }),
    })
  }

  /** @returns the status with which the program has ended, when nothing is to be started after it */
  run(): Promise<number> {
    return new Promise((resolve) => {
      this.#finish = resolve
      this.#continue()
    })
  }

  /** Ends the program, and the supervisor with it; a second time at once. */
  signal(signal: NodeJS.Signals): void {
    this.#stopWaiting()
    if (this.#child === null) this.#finish(0)
    else this.#child.signal(this.#isEnding ? 'SIGKILL' : signal)
    this.#isEnding = true
  }

  /** Brings the disk to where the file of the update says it is, and starts what is to run. */
  #continue(): void {
    try {
      this.#settle()
    } catch (error) {
      // a disk that takes nothing switches nothing, and what runs then is not what was to be judged
      this.#update = null
      this.#parts.log('error', 'the update cannot go on', { code: 'E_DISK', why: String(error) })
    }
    this.#start()
  }

  #settle(): void {
    const { dataFolder, packaged, machineBoot } = this.#parts
    let update = readUpdate(dataFolder)
    this.#update = update
    if (update === null) return
    if (isOfOtherPackage(update, packaged.version)) {
      const { version } = packaged
      const why = `the package of ${version} was installed`
      update = { ...back(update, 'E_CONFIRM', why), from: { version, folder: null }, packaged: version }
    }
    if (update.step === 'switch') {
      const isThere = programOf(dataFolder, update.to) !== null
      update = { ...update, step: 'judging', packaged: packaged.version }
      if (!isThere) update = back(update, 'E_INSTALL', 'its program is not there')
    }
    if (isJudged(update)) update = beforeStart(update, machineBoot)
    if (update !== this.#update) this.#save(update)
    this.#link(update)
    if (update.step === 'back') {
      update = { ...update, step: 'reverted' }
      this.#save(update)
    }
    if (isOver(update)) this.#tidy(update)
  }

  #start(): void {
    const { dataFolder, packaged, args, variables, patience, time, log, alive } = this.#parts
    const linked = linkedRelease(dataFolder)
    const program = (linked && programOf(dataFolder, linked)) ?? packaged.path
    log('info', 'program started', { program, version: linked ?? packaged.version, step: this.#update?.step })
    alive()
    this.#isConnected = false
    this.#child = new Child(program, args, variables, {
      reported: (kind) => this.#reported(kind),
      ended: (status, signal) => this.#ended(status, signal),
    })
    if (this.#update === null) return
    if (this.#update.step === 'judging') {
      this.#cancel = time.after(patience.wellMs, () => this.#found({ kind: 'overdue' }))
    } else if (this.#update.step === 'contact') this.#awaitContact()
  }

  #awaitContact(): void {
    const { time, patience } = this.#parts
    this.#contact.start()
    this.#cancel = time.after(patience.wellMs, () => this.#found({ kind: 'steady' }))
  }

  #reported(kind: ProgramWord['kind']): void {
    if (kind === 'connected') this.#isConnected = true
    this.#found(kind === 'well' ? { kind, isConnected: this.#isConnected } : { kind })
  }

  #ended(status: number | null, signal: NodeJS.Signals | null): void {
    this.#stopWaiting()
    this.#child = null
    const { dataFolder, log } = this.#parts
    log('info', 'program ended', { status, signal })
    const update = this.#update
    if (this.#isEnding) {
      if (update !== null && isJudged(update)) this.#trySave({ ...update, runsSince: null })
      this.#finish(statusOf(status, signal))
    } else if (update?.step === 'back' || readUpdate(dataFolder)?.step === 'switch') this.#continue()
    else if (update !== null && isJudged(update)) this.#found({ kind: 'died', status })
    else this.#finish(statusOf(status, signal))
  }

  #found(finding: Finding): void {
    const before = this.#update
    if (before === null) return
    const update = judged(before, finding)
    if (update === before || !this.#trySave(update)) return
    if (update.step === before.step && finding.kind !== 'died') return
    this.#stopWaiting()
    const { time, patience, log } = this.#parts
    const { id, step, to: version, why } = update
    log(step === 'back' ? 'error' : 'info', outcomes[step], { command: id, version, why })
    if (step === 'contact') this.#awaitContact()
    else if (step === 'confirmed') {
      this.#tidy(update)
      this.#child?.judged()
    } else if (step === 'back') {
      if (this.#child === null) this.#continue()
      else this.#child.end(time, patience.endMs)
    } else this.#cancel = time.after(patience.startAgainMs, () => this.#continue())
  }

  #dial() {
    const { dataFolder, packaged, dialArgs, variables, time, patience } = this.#parts
    const folder = this.#update?.from.folder ?? null
    const program = (folder && programOf(dataFolder, folder)) ?? packaged.path
    // it is no service: nothing of it is for the service manager
    const { NOTIFY_SOCKET: _, WATCHDOG_USEC: __, ...env } = variables
    const attempt = dials(program, dialArgs, env, { time, withinMs: patience.dialMs })
    const reached = attempt.reached.then((hasReached) => {
      this.#parts.log('warn', 'new program has no contact', { beforeHas: hasReached })
      return hasReached
    })
    return { ...attempt, reached }
  }

  /** What runs and what ran before stay; of a release that was taken back nothing does. */
  #tidy({ step, from, to }: UpdateState): void {
    removeOtherReleases(this.#parts.dataFolder, [from.folder, step === 'confirmed' ? to : null])
  }

  #link({ step, from, to }: UpdateState): void {
    const isBack = step === 'back' || step === 'reverted'
    linkRelease(this.#parts.dataFolder, isBack ? from.folder : to)
    this.#parts.at?.(`${step} linked`)
  }

  /** @throws where the disk takes nothing */
  #save(update: UpdateState): void {
    const { dataFolder, at } = this.#parts
    at?.(`before ${update.step}`)
    writeUpdate(dataFolder, update)
    this.#update = update
    at?.(`after ${update.step}`)
  }

  #trySave(update: UpdateState): boolean {
    try {
      this.#save(update)
      return true
    } catch (error) {
      this.#parts.log('error', 'the update cannot go on', { code: 'E_DISK', why: String(error) })
      return false
    }
  }

  #stopWaiting(): void {
    this.#cancel()
    this.#cancel = () => {}
    this.#contact.stop()
  }
}

const outcomes: Readonly<Record<UpdateState['step'], string>> = {
  switch: 'release wanted',
  judging: 'new program ended, tried once more',
  contact: 'new program works, waiting for contact',
  confirmed: 'new program stays',
  back: 'new program does not stay, the one before returns',
  reverted: 'the one before is back',
}

function isJudged({ step }: UpdateState): boolean {
  return step === 'judging' || step === 'contact'
}

/** The package was installed again by hand since: that is what somebody wants to run. */
function isOfOtherPackage({ packaged }: UpdateState, version: string): boolean {
  return packaged !== null && packaged !== version
}
