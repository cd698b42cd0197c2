import { createReadStream } from 'node:fs'
import type { Logger } from 'pino'
import type { Timekeeper } from '../time/timekeeper'

/** Linux' `struct input_event`: two words of time, then type, code and value (input.h). */
const TIME_BYTES = process.arch === 'arm' || process.arch === 'ia32' ? 8 : 16
const EVENT_BYTES = TIME_BYTES + 8
const EV_KEY = 1
const PRESSED = 1
const REOPENED_AFTER_MS = 5_000

interface StopKeyParts {
  /** An input device, as `/dev/input/event3`. */
  readonly device: string
  /** As Linux counts keys (input-event-codes.h). */
  readonly code: number
  readonly time: Timekeeper
  readonly log: Logger
  pressed(): void
}

/**
 * Follows one key of the store at its device, so that it works whatever has the screen, and whoever holds its keyboard.
 * A device that goes away is looked for again.
 * @returns ends it
 */
export function followStopKey({ device, code, time, log, pressed }: StopKeyParts): () => void {
  let isStopped = false
  let cancel = () => {}
  let open = () => {}

  const follow = () => {
    let rest = Buffer.alloc(0)
    const stream = createReadStream(device, { highWaterMark: EVENT_BYTES * 64 })
    open = () => stream.destroy()
    stream.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk as Buffer])
      let at = 0
      for (; rest.length - at >= EVENT_BYTES; at += EVENT_BYTES) {
        const event = at + TIME_BYTES
        const isPress = rest.readUInt16LE(event) === EV_KEY && rest.readInt32LE(event + 4) === PRESSED
        if (isPress && rest.readUInt16LE(event + 2) === code) pressed()
      }
      rest = rest.subarray(at)
    })
    stream.on('error', (error) =>
      log.warn({ device, reason: error.message }, 'the stop key cannot be followed'),
    )
    stream.on('close', () => {
      if (!isStopped) cancel = time.after(REOPENED_AFTER_MS, follow)
    })
  }
  follow()
  return () => {
    isStopped = true
    cancel()
    open()
  }
}
