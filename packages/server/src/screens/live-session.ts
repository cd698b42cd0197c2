import { setTimeout as wait } from 'node:timers/promises'
import type { ScreenEnd } from '@coldkeep/contract/areas/screens'
import { type ScreenMode, type TunnelNote, tunnelNote } from '@coldkeep/contract/mqtt/screen-tunnel'
import { type Clock, type EpochMs, minutes, seconds } from '@coldkeep/domain/time/instant'
import {
  encodeKeyEvent,
  encodePointerEvent,
  encodeSetEncodings,
  encodeSetPixelFormat,
  encodeUpdateRequest,
  pointerButton,
} from '@coldkeep/rfb/client-messages'
import type { Framebuffer } from '@coldkeep/rfb/framebuffer'
import type { KeyEvent } from '@coldkeep/rfb/keysyms'
import { rgbxFormat } from '@coldkeep/rfb/pixel-format'
import { wholeOf } from '@coldkeep/rfb/rectangle'
import type { ClientInput } from '@coldkeep/rfb/server-connection'
import { readableEncodings, ServerMessages } from '@coldkeep/rfb/server-messages'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { ExpectedSession } from './expected-session'
import { endOfCode } from './tunnel-end'

/** The next update is requested so long after one has come: 25 in a second at most. */
const BETWEEN_UPDATES_MS = 40
const LOOKED_AT_EVERY_MS = seconds(5)
/** A terminal that does not answer for so long is gone. */
const PATIENCE_MS = seconds(15)
/** Nobody has looked for so long: the page was closed without a word. Pages in the background look once a minute. */
const FORSAKEN_AFTER_MS = seconds(150)

/**
 * Servers on X11 give a character that the store's keyboard lacks to a spare key for a moment (x11vnc's `-add_keysyms`).
 * A program that is still at the character before reads the wrong one, or none.
 */
const ADDED_KEY_MS = 20
/** Beyond Latin-1 and the keys that have names. */
const isAddedKey = (keysym: number) => keysym > 0xffff

export interface LiveSessionParts {
  readonly expected: ExpectedSession
  readonly tunnel: WebSocket
  /** As large as the screen. */
  readonly framebuffer: Framebuffer
  readonly clock: Clock
  readonly connectedAt: EpochMs
}

/**
 * A screen of a store while somebody is on it: the gateway is the only client of its VNC server, keeps its picture, and
 * alone sends it keys and clicks. Who watches is served from that picture.
 */
export class LiveSession {
  readonly expected: ExpectedSession
  readonly framebuffer: Framebuffer
  readonly connectedAt: EpochMs
  readonly #tunnel: WebSocket
  readonly #messages: ServerMessages
  readonly #clock: Clock
  readonly #listeners = new Set<() => void>()
  readonly #timers: NodeJS.Timeout[] = []
  /** Settles with the reason once it has ended. */
  readonly ended: Promise<ScreenEnd>
  #settle: (end: ScreenEnd) => void = () => {}
  #end: ScreenEnd | null = null
  #frame = 0
  #lastFrameAt: EpochMs
  #usedAt: EpochMs
  #seenAt: EpochMs
  #buttons = 0
  #typing: Promise<void> = Promise.resolve()
  clicks = 0
  keys = 0
  isLocked = false
  /** Pages that show it live, by what they may. */
  readonly #pages: Record<ScreenMode, number> = { control: 0, view: 0 }

  constructor({ expected, tunnel, framebuffer, clock, connectedAt }: LiveSessionParts) {
    this.expected = expected
    this.framebuffer = framebuffer
    this.connectedAt = connectedAt
    this.#tunnel = tunnel
    this.#clock = clock
    this.#lastFrameAt = this.#usedAt = this.#seenAt = connectedAt
    this.ended = new Promise((resolve) => {
      this.#settle = resolve
    })
    this.#messages = new ServerMessages(framebuffer)
    this.#follow()
    this.#lookAfter()
  }

  /** Counts pictures: another number, another picture. */
  get frame(): number {
    return this.#frame
  }

  get lastFrameAt(): EpochMs {
    return this.#lastFrameAt
  }

  get end(): ScreenEnd | null {
    return this.#end
  }

  get mode(): ScreenMode {
    return this.expected.mode
  }

  /** Pages that only look. */
  get watchers(): number {
    return this.#pages.view
  }

  /** @returns false where as many pages show it as may */
  enter(mode: ScreenMode): boolean {
    if (this.#pages[mode] >= MOST_PAGES[mode]) return false
    this.#pages[mode] += 1
    return true
  }

  leave(mode: ScreenMode): void {
    this.#pages[mode] -= 1
    if (mode === 'control') this.seen()
  }

  /** Called after each update of the screen, and at the end. @returns ends it */
  follow(changed: () => void): () => void {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  /** The person who began it is still there. */
  seen(): void {
    this.#seenAt = this.#clock.now()
  }

  /** Presses and releases a button at a place of the screen, which it is brought to first. */
  click(x: number, y: number, times: number, button: 'left' | 'right'): void {
    const [atX, atY] = this.#placeOf(x, y)
    this.#send(encodePointerEvent(0, atX, atY))
    for (let time = 0; time < times; time++) {
      this.#send(encodePointerEvent(pointerButton[button], atX, atY))
      this.#send(encodePointerEvent(0, atX, atY))
    }
    this.#used(times, 0)
  }

  /** Presses keys, one text after the other. Settles once all of it has been sent, or the session has ended. */
  type(events: readonly KeyEvent[]): Promise<void> {
    this.#used(0, events.filter(({ isDown }) => isDown).length)
    this.#typing = this.#typing.then(async () => {
      for (const { keysym, isDown } of events) {
        if (this.#end !== null) return
        this.#send(encodeKeyEvent(keysym, isDown))
        if (isAddedKey(keysym)) await wait(ADDED_KEY_MS)
      }
    })
    return this.#typing
  }

  /** What a page that shows it live sends. */
  input(input: ClientInput): void {
    if (input.kind === 'key') {
      this.#send(encodeKeyEvent(input.keysym, input.isDown))
      this.#used(0, input.isDown ? 1 : 0)
      return
    }
    const buttons = input.buttons & MOST_BUTTONS
    const isPress = (buttons & ~this.#buttons) !== 0
    this.#buttons = buttons
    this.#send(encodePointerEvent(buttons, ...this.#placeOf(input.x, input.y)))
    this.#used(isPress ? 1 : 0, 0)
  }

  lock(isLocked: boolean): void {
    this.#tunnel.send(JSON.stringify({ kind: 'lock', isLocked } satisfies TunnelNote))
  }

  /** Once; what comes later changes nothing. */
  finish(end: ScreenEnd): void {
    if (this.#end !== null) return
    this.#end = end
    for (const timer of this.#timers) clearInterval(timer)
    this.#tunnel.close(1000)
    setTimeout(() => this.#tunnel.terminate(), 500).unref()
    this.#settle(end)
    this.#changed()
  }

  /** Takes what the screen sends. */
  read(bytes: Buffer): void {
    try {
      for (const { kind } of this.#messages.push(bytes)) if (kind === 'updated') this.#updated()
    } catch {
      this.finish('malformed')
    }
  }

  #follow(): void {
    const tunnel = this.#tunnel
    tunnel.on('message', (data, isBinary) => {
      if (isBinary) this.read(data as Buffer)
      else this.#note(String(data))
    })
    tunnel.on('close', (code) => this.finish(endOfCode(code)))
    this.#send(encodeSetPixelFormat(rgbxFormat))
    this.#send(encodeSetEncodings(readableEncodings))
    this.#send(encodeUpdateRequest(false, wholeOf(this.framebuffer)))
  }

  #updated(): void {
    this.#frame += 1
    this.#lastFrameAt = this.#clock.now()
    this.#changed()
    const next = () => {
      if (this.#end === null) this.#send(encodeUpdateRequest(true, wholeOf(this.framebuffer)))
    }
    setTimeout(next, BETWEEN_UPDATES_MS).unref()
  }

  #lookAfter(): void {
    const { idleMinutes, mostMinutes } = this.expected.rule
    let lastSignMs = performance.now()
    const signCame = () => {
      lastSignMs = performance.now()
    }
    this.#tunnel.on('pong', signCame)
    this.#tunnel.on('message', signCame)
    const look = () => {
      const now = this.#clock.now()
      if (performance.now() - lastSignMs > PATIENCE_MS) return this.finish('lost')
      if (now - this.connectedAt >= minutes(mostMinutes)) return this.finish('too_long')
      if (this.mode === 'control' && now - this.#usedAt >= minutes(idleMinutes)) return this.finish('idle')
      const isShown = this.#pages.control + this.#pages.view > 0
      if (!isShown && now - this.#seenAt >= FORSAKEN_AFTER_MS) return this.finish('operator')
      this.#tunnel.ping()
    }
    this.#timers.push(setInterval(look, LOOKED_AT_EVERY_MS))
  }

  #note(text: string): void {
    try {
      const note = z.parse(tunnelNote, JSON.parse(text))
      if (note.kind === 'locked') this.isLocked = note.isLocked
    } catch {
      this.finish('malformed')
    }
  }

  #used(clicks: number, keys: number): void {
    this.clicks += clicks
    this.keys += keys
    this.#usedAt = this.#seenAt = this.#clock.now()
  }

  #placeOf(x: number, y: number): [number, number] {
    const within = (value: number, size: number) => Math.min(Math.max(Math.round(value), 0), size - 1)
    return [within(x, this.framebuffer.width), within(y, this.framebuffer.height)]
  }

  #send(bytes: Uint8Array): void {
    if (this.#end !== null) return
    // keys and pointer are a few bytes each: a store that has not taken so many takes nothing any more
    if (this.#tunnel.bufferedAmount > MOST_UNDER_WAY_BYTES) this.finish('lost')
    else this.#tunnel.send(bytes)
  }

  #changed(): void {
    for (const changed of this.#listeners) changed()
  }
}

/** Whoever began it opens it again while the page before is on its way out. */
const MOST_PAGES: Readonly<Record<ScreenMode, number>> = { control: 2, view: 2 }
/** Towards the store. */
const MOST_UNDER_WAY_BYTES = 256 * 1024
/** The three of a mouse, and its wheel. */
const MOST_BUTTONS = 31
