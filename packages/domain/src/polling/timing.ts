import type { ScriptStep } from './poll-command'

/** A serial line; over TCP there is none, and sending takes no time that counts. */
export interface SerialLine {
  readonly baud: number
  readonly parity: 'none' | 'even' | 'odd'
  readonly data: 7 | 8
  readonly stop: 1 | 2
}

/**
 * Rest after a request without an answer. A unit that sees the next request too soon may take it for the late
 * answer of the silent one and not answer either.
 */
export const REST_AFTER_TIMEOUT_MS = 600

/** Above this speed the silence between frames no longer shrinks (MODBUS over Serial Line V1.02, 2.5.1.1). */
const FIXED_SILENCE_ABOVE_BAUD = 19_200
const FIXED_SILENCE_MS = 1.75
const SILENCE_CHARACTERS = 3.5

export type TimedStep = Pick<ScriptStep, 'retries' | 'intervalMs' | 'timeoutMs'> & {
  /** Of the request, everything included. */
  readonly requestBytes: number
}

/** Milliseconds one character takes: a start bit, the data, the parity bit if any, the stop bits. */
export function characterMs(line: SerialLine): number {
  const bits = 1 + line.data + (line.parity === 'none' ? 0 : 1) + line.stop
  return (1_000 * bits) / line.baud
}

/**
 * Least silence between two frames in milliseconds: 3.5 characters, 1.75 ms above 19 200 baud
 * (MODBUS over Serial Line V1.02, 2.5.1.1); 0 over TCP.
 */
export function frameSilenceMs(line: SerialLine | null): number {
  if (line === null) return 0
  return line.baud > FIXED_SILENCE_ABOVE_BAUD ? FIXED_SILENCE_MS : SILENCE_CHARACTERS * characterMs(line)
}

/**
 * Longest time one command can take in milliseconds: every attempt runs into its timeout, with the interval
 * (and the rest after a timeout) before each repetition.
 * @param restAfterTimeoutMs 0 for a bus whose units all keep to the standard
 */
export function worstCommandMs(
  step: TimedStep,
  line: SerialLine | null,
  restAfterTimeoutMs = REST_AFTER_TIMEOUT_MS,
): number {
  const sendingMs = line === null ? 0 : step.requestBytes * characterMs(line)
  const attemptsMs = (step.retries + 1) * (sendingMs + step.timeoutMs)
  return attemptsMs + step.retries * pauseMs(step, line, restAfterTimeoutMs)
}

/**
 * Longest time a collection can take in milliseconds: its commands one after the other, each followed by its
 * interval but the last. A script whose period is shorter will skip cycles when devices are silent.
 */
export function worstCollectionMs(
  steps: readonly TimedStep[],
  line: SerialLine | null,
  restAfterTimeoutMs = REST_AFTER_TIMEOUT_MS,
): number {
  return steps.reduce((totalMs, step, index) => {
    const isLast = index === steps.length - 1
    const restMs = isLast ? 0 : pauseMs(step, line, restAfterTimeoutMs)
    return totalMs + worstCommandMs(step, line, restAfterTimeoutMs) + restMs
  }, 0)
}

function pauseMs(step: TimedStep, line: SerialLine | null, restAfterTimeoutMs: number): number {
  return Math.max(step.intervalMs, restAfterTimeoutMs, frameSilenceMs(line))
}
