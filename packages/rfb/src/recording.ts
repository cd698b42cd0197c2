import { encoding } from './encoding'
import { Framebuffer } from './framebuffer'
import { rgbxFormat } from './pixel-format'
import { encodeVersion } from './protocol-version'
import { encodeBlock, FBS_HEADER, type RecordedBlock, readBlocks } from './recording-blocks'
import { type Rectangle, type ScreenSize, wholeOf } from './rectangle'
import { RfbError } from './rfb-error'
import { securityType } from './security-type'
import { encodeServerInit } from './server-init'
import { ServerMessages } from './server-messages'
import { encodeDesktopSize, encodeUpdate } from './update-message'

/*
 * A recording is a row of segments. Each begins with the size of the screen and all of its pixels, so that it can be
 * shown without those before it. Pixels are Raw in the format of the framebuffer: noVNC shows these, and a segment is
 * compressed as a whole by whoever keeps it.
 */

/** The first blocks of a segment. @param atMs since the recording began */
export function beginSegment(framebuffer: Framebuffer, atMs: number): Buffer {
  const size = encodeBlock(encodeDesktopSize(framebuffer), atMs)
  return Buffer.concat([size, recordChanges(framebuffer, [wholeOf(framebuffer)], atMs)])
}

/**
 * The block for what changed, as a dirty region has it; none where nothing did. A screen of a new size begins a new
 * segment.
 * @throws RfbError `rectangle` for one that is not within the screen
 */
export function recordChanges(framebuffer: Framebuffer, changed: readonly Rectangle[], atMs: number): Buffer {
  if (changed.length === 0) return Buffer.alloc(0)
  const rectangles = changed.map((rectangle) => ({
    rectangle,
    encoding: encoding.raw,
    body: [framebuffer.readRectangle(rectangle)],
  }))
  return encodeBlock(encodeUpdate(rectangles), atMs)
}

/** What a player must be given before the blocks of any segment, whatever it sends: the server's side up to ServerInit. */
export function playerPrefix(screen: ScreenSize, name: string): Buffer {
  // In 3.3 the server decides alone, so that its bytes are the same for every client; noVNC and players of FBS speak it.
  const security = Buffer.of(0, 0, 0, securityType.none)
  const { width, height } = screen
  return Buffer.concat([
    encodeVersion('3.3'),
    security,
    encodeServerInit({ width, height, format: rgbxFormat, name }),
  ])
}

/**
 * One file of the format FBS for players of recordings.
 * @param segments in their order, each whole
 * @throws RfbError `recording` where there is none, or one of them is no segment
 */
export function joinSegments(segments: readonly Uint8Array[], name: string): Buffer {
  const [first] = segments.map(screenOf)
  if (first === undefined) throw new RfbError('recording', 'a recording without a segment')
  const prefix = encodeBlock(playerPrefix(first.screen, name), first.atMs)
  return Buffer.concat([FBS_HEADER, prefix, ...segments])
}

/**
 * What the screen showed at the end of a segment, or at a time within it.
 * @param untilMs since the recording began; what was recorded later is left out
 * @throws RfbError `recording` where it is no segment, and whatever is wrong with the messages in it
 */
export function replaySegment(segment: Uint8Array, untilMs = Number.POSITIVE_INFINITY): Framebuffer {
  const framebuffer = new Framebuffer(screenOf(segment).screen)
  const messages = new ServerMessages(framebuffer)
  let index = 0
  for (const { bytes, atMs } of readBlocks(segment)) {
    // the first two are the screen as it was when the segment began
    if (atMs > untilMs && index > 1) break
    messages.push(bytes)
    index++
  }
  return framebuffer
}

/** The size with which a segment begins. */
function screenOf(segment: Uint8Array): { readonly screen: ScreenSize; readonly atMs: number } {
  const first: RecordedBlock | undefined = readBlocks(segment).next().value ?? undefined
  const size = first?.bytes
  if (first === undefined || size?.length !== 16 || size.readInt32BE(12) !== encoding.desktopSize) {
    throw new RfbError('recording', 'a segment does not begin with the size of its screen')
  }
  return { screen: { width: size.readUInt16BE(8), height: size.readUInt16BE(10) }, atMs: first.atMs }
}
