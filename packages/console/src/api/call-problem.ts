import type { WireProblem } from '@coldkeep/contract/problem'
import type { ProblemCode } from '@coldkeep/contract/problem-status'

interface CallProblemParts {
  readonly method: string
  readonly path: string
  /** 0 when no answer came at all. */
  readonly status: number
  readonly problem: WireProblem | null
  /** The browser's own message, when there was no answer of the service. */
  readonly clientText: string
  readonly atMs: number
  readonly retryAfterSeconds?: number | null
}

/** A call that was refused or got no answer. `message` is in the language of the screen where the service sent one. */
export class CallProblem extends Error {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly code: ProblemCode | null
  /** `query.start` → `date`: what is wrong with which field. */
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | undefined
  readonly atMs: number
  /** The service has its hands full for so long; `null`: that is not why. */
  readonly retryAfterSeconds: number | null

  constructor(parts: CallProblemParts) {
    super(parts.problem?.message ?? parts.clientText)
    this.name = 'CallProblem'
    this.method = parts.method
    this.path = parts.path
    this.status = parts.status
    this.code = (parts.problem?.code ?? null) as ProblemCode | null
    this.fields = parts.problem?.fields ?? {}
    this.requestId = parts.problem?.request_id
    this.atMs = parts.atMs
    this.retryAfterSeconds = parts.retryAfterSeconds ?? null
  }
}

/** True for a failure that passes once the connection is back. */
export function isWithoutAnswer(error: unknown): boolean {
  return error instanceof CallProblem && error.status === 0
}

/** True when someone else changed the row that was to be written. */
export function isRowChanged(error: unknown): boolean {
  return error instanceof CallProblem && error.code === 'row.changed'
}

/** The service's text for a failure; none where no answer came, whatever the browser reports. */
export function serviceText(error: unknown): string | undefined {
  return error instanceof CallProblem && !isWithoutAnswer(error) ? error.message : undefined
}
