import { clientMessage, MAX_CUT_TEXT_BYTES } from './message-type'
import { decodePixelFormat, type PixelFormat } from './pixel-format'
import type { Rectangle } from './rectangle'
import { RfbError } from './rfb-error'
import { type Steps, StepwiseReader, skipBytes } from './stepwise-reader'

/** What a client sent. */
export type ClientEvent =
  | { readonly kind: 'pixelFormat'; readonly format: PixelFormat }
  | { readonly kind: 'encodings'; readonly encodings: readonly number[] }
  | { readonly kind: 'updateRequest'; readonly isIncremental: boolean; readonly rectangle: Rectangle }
  | { readonly kind: 'key'; readonly keysym: number; readonly isDown: boolean }
  | { readonly kind: 'pointer'; readonly buttons: number; readonly x: number; readonly y: number }

/** Clients list about 30; the protocol would allow 65,535. */
const MAX_ENCODINGS = 256
/** Bytes of each message with its type, without what is of a length of its own. */
const fixedBytes = new Map<number, number>([
  [clientMessage.setPixelFormat, 20],
  [clientMessage.setEncodings, 4],
  [clientMessage.framebufferUpdateRequest, 10],
  [clientMessage.keyEvent, 8],
  [clientMessage.pointerEvent, 6],
  [clientMessage.clientCutText, 8],
])
const LONGEST_STEP = 4 * MAX_ENCODINGS

/** Takes the messages of a client (RFC 6143, 7.5) one by one, each whole. */
export class ClientMessageReader {
  readonly #reader: StepwiseReader<never>

  /** @param take is given each message but cut text, which is not kept; what it throws ends the reading */
  constructor(take: (message: Buffer) => void) {
    this.#reader = new StepwiseReader(readMessages(take), LONGEST_STEP)
  }

  /** @throws RfbError `message` for unknown types, `length` for too many encodings and too long cut text */
  push(chunk: Uint8Array): void {
    this.#reader.push(chunk)
  }
}

function* readMessages(take: (message: Buffer) => void): Steps<never> {
  for (;;) {
    const type = yield 1
    const length = fixedBytes.get(type.readUInt8())
    if (length === undefined) {
      throw new RfbError('message', `a message of the unknown type ${type.readUInt8()} from the client`)
    }
    const message = Buffer.concat([type, yield length - 1])
    if (type[0] === clientMessage.clientCutText) yield* skipBytes(cutTextBytes(message))
    else if (type[0] === clientMessage.setEncodings) {
      take(Buffer.concat([message, yield 4 * encodingCount(message)]))
    } else take(message)
  }
}

/** A negative length is the extended clipboard's, whose bytes are as many as its amount (of the RFB community, not in RFC 6143). */
function cutTextBytes(message: Buffer): number {
  const length = Math.abs(message.readInt32BE(4))
  if (length > MAX_CUT_TEXT_BYTES) throw new RfbError('length', `a cut text of ${length} bytes`)
  return length
}

function encodingCount(message: Buffer): number {
  const count = message.readUInt16BE(2)
  if (count > MAX_ENCODINGS) throw new RfbError('length', `${count} encodings`)
  return count
}

/** Reads what a client sends behind the handshake, as events. */
export class ClientMessages {
  readonly #reader = new ClientMessageReader((message) => void this.#events.push(decode(message)))
  #events: ClientEvent[] = []

  /**
   * @returns what became complete with these bytes, in order
   * @throws RfbError `message`, `length`, `pixel_format`
   */
  push(chunk: Uint8Array): readonly ClientEvent[] {
    this.#reader.push(chunk)
    const events = this.#events
    this.#events = []
    return events
  }
}

function decode(message: Buffer): ClientEvent {
  switch (message[0]) {
    case clientMessage.setPixelFormat:
      return { kind: 'pixelFormat', format: decodePixelFormat(message.subarray(4)) }
    case clientMessage.setEncodings: {
      const count = message.readUInt16BE(2)
      const encodings = Array.from({ length: count }, (_, index) => message.readInt32BE(4 + 4 * index))
      return { kind: 'encodings', encodings }
    }
    case clientMessage.framebufferUpdateRequest: {
      const [x, y, width, height] = [2, 4, 6, 8].map((place) => message.readUInt16BE(place)) as [
        number,
        number,
        number,
        number,
      ]
      return { kind: 'updateRequest', isIncremental: message[1] !== 0, rectangle: { x, y, width, height } }
    }
    case clientMessage.keyEvent:
      return { kind: 'key', keysym: message.readUInt32BE(4), isDown: message[1] !== 0 }
    default:
      return {
        kind: 'pointer',
        buttons: message.readUInt8(1),
        x: message.readUInt16BE(2),
        y: message.readUInt16BE(4),
      }
  }
}
