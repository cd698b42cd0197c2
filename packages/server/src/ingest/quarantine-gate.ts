import type { IngestProblem } from '@coldkeep/contract/mqtt/ingest-problem'
import type { TerminalId } from '@coldkeep/domain/ids'
import { hourOf } from '@coldkeep/domain/points/alive-minutes'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { IncomingMessage } from '../messages/message-source'

/** A message that is to be put aside. */
interface Unstorable {
  readonly terminal: TerminalId
  readonly message: IncomingMessage
  readonly problem: IngestProblem | null
}

/** Settles whether a message is kept in quarantine; of one that is tried again the answer stays. */
export type QuarantineGate = (message: Unstorable) => boolean

interface Share {
  readonly messages: number
  readonly bytes: number
}

/** What one terminal may put aside in an hour. */
const damagedPerHour: Share = { messages: 100, bytes: 256 * 1024 }
/** A cycle each second, and some. */
const readablePerHour: Share = { messages: 4_000, bytes: 4 * 1024 * 1024 }

/**
 * Keeps a terminal that sends nothing but damaged messages from filling the disk; the rest is only counted,
 * and logged once an hour. Readings of a wrong time or an unknown point may still be released by a person: of
 * those all that a box can honestly make are kept.
 */
export function quarantineGate(clock: Clock, log: Logger): QuarantineGate {
  let hourMs = 0
  let taken = new Map<string, { messages: number; bytes: number }>()
  let refused = new Map<TerminalId, number>()
  let verdicts = new WeakMap<IncomingMessage, boolean>()
  const begin = (now: number) => {
    for (const [terminalId, messages] of refused) {
      log.warn({ terminalId, messages }, 'damaged messages beyond the hourly share were not kept')
    }
    hourMs = now
    taken = new Map()
    refused = new Map()
    verdicts = new WeakMap()
  }
  return ({ terminal, problem, message }) => {
    const now = hourOf(clock.now())
    if (now !== hourMs) begin(now)
    const known = verdicts.get(message)
    if (known !== undefined) return known
    const isReadable = problem === 'E_TIME' || problem === 'E_POINT'
    const share = isReadable ? readablePerHour : damagedPerHour
    const name = `${terminal} ${isReadable}`
    const used = taken.get(name) ?? { messages: 0, bytes: 0 }
    taken.set(name, used)
    const size = message.bytes.length
    const verdict = used.messages < share.messages && used.bytes + size <= share.bytes
    if (verdict) {
      used.messages++
      used.bytes += size
    } else refused.set(terminal, (refused.get(terminal) ?? 0) + 1)
    verdicts.set(message, verdict)
    return verdict
  }
}
