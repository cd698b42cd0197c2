import type { CommandResult } from '@coldkeep/contract/mqtt/command'
import {
  type ScreenOrder,
  screenOrder,
  TUNNEL_TOKEN_HEADER,
  tunnelEnds,
} from '@coldkeep/contract/mqtt/screen-tunnel'
import type { TerminalId } from '@coldkeep/domain/ids'
import { type ConsentMode, judgeConsent } from '@coldkeep/domain/screens/consent'
import { RfbError } from '@coldkeep/rfb/rfb-error'
import { ServerConnection } from '@coldkeep/rfb/server-connection'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { ScreenContent } from './screen-content'
import { TillScreen } from './till-screen'

export interface StoreScreenParts {
  readonly terminalId: TerminalId
  readonly secret: string
  /** `null`: no address of the server is known, so that there is no screen. */
  readonly serverUrl: string | null
  /** Of the store among all. */
  readonly index: number
  readonly title: string
  /** What there is to show now. */
  content(): ScreenContent
  pause(ms: number): Promise<void>
  report(id: string, result: Pick<CommandResult, 'st' | 'err'>): void
}

/** How many stores in a row answer for themselves, and which of them differ. */
const ROW = 6
const ANSWERED_FIRST = 2
const NEVER = 5
/** Somebody in a simulated store takes so long to allow it. */
const ANSWERED_AFTER_MS = 4_000
const PIECE_BYTES = 64 * 1024

interface Shown {
  readonly tunnel: WebSocket
  readonly screen: TillScreen
  readonly connection: ServerConnection
}

/** The screen of a simulated store, brought to the server as the terminal program brings a real one. */
export class StoreScreen {
  readonly #parts: StoreScreenParts
  /** While somebody is there: pictures of all stores would not fit into memory. */
  #shown: Shown | null = null
  #isOpening = false

  constructor(parts: StoreScreenParts) {
    this.#parts = parts
  }

  /** As the terminal reports it; left out where there is no screen. */
  get consent(): ConsentMode | null {
    const { serverUrl, index } = this.#parts
    if (serverUrl === null) return null
    if (index % ROW === ANSWERED_FIRST) return 'ask'
    return index % ROW === NEVER ? 'never' : 'always'
  }

  /** There is something else to show. */
  changed(): void {
    this.#shown?.screen.show(this.#parts.content())
    this.#update()
  }

  /** Carries out `screen.open`. */
  async take(id: string, arg: unknown): Promise<void> {
    const read = z.safeParse(screenOrder, arg)
    if (!read.success) return this.#refuse(id, 'E_FORM', 'arguments not understood')
    if (this.#isOpening || this.#shown !== null)
      return this.#refuse(id, 'E_BUSY', 'somebody is on the screen already')
    this.#isOpening = true
    await this.#open(id, read.data)
    this.#isOpening = false
  }

  /** The power of the store is gone, or the simulation ends. */
  close(): void {
    this.#shown?.tunnel.close(tunnelEnds.terminal_ends)
    this.#shown = null
  }

  async #open(id: string, order: ScreenOrder): Promise<void> {
    const step = judgeConsent(this.consent ?? 'never', order.rule, true)
    if (step.step === 'refuse') return this.#refuse(id, 'E_CONSENT', step.why)
    if (step.step === 'ask') await this.#parts.pause(ANSWERED_AFTER_MS)
    const { terminalId, secret, serverUrl } = this.#parts
    const address = new URL(order.url, serverUrl ?? undefined)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    const tunnel = new WebSocket(address, {
      headers: { [TUNNEL_TOKEN_HEADER]: order.token },
      auth: `${terminalId}:${secret}`,
      perMessageDeflate: false,
    })
    const screen = new TillScreen(this.#parts.title)
    screen.show(this.#parts.content())
    const connection = new ServerConnection(screen.framebuffer, this.#parts.title)
    const shown = { tunnel, screen, connection }
    this.#shown = shown
    let hasOpened = false
    tunnel.on('open', () => {
      hasOpened = true
      this.#parts.report(id, { st: 'done' })
      tunnel.send(connection.start())
    })
    tunnel.on('message', (data, isBinary) => {
      if (!isBinary) return
      try {
        const { answer, inputs } = connection.push(data as Buffer)
        if (answer.length > 0) tunnel.send(answer)
        if (order.mode === 'control') for (const input of inputs) screen.take(input)
        this.#update()
      } catch (error) {
        if (!(error instanceof RfbError)) throw error
        tunnel.close(tunnelEnds.malformed)
      }
    })
    tunnel.on('error', ({ message }) => {
      if (!hasOpened)
        this.#parts.report(id, { st: 'failed', err: { code: 'E_FETCH', text: message.slice(0, 500) } })
    })
    tunnel.on('close', () => {
      connection.close()
      if (this.#shown === shown) this.#shown = null
    })
  }

  #update(): void {
    if (this.#shown?.tunnel.readyState !== WebSocket.OPEN) return
    const { tunnel, connection } = this.#shown
    for (let next = connection.next(); next !== null; next = connection.next()) {
      // a message holds a part of what comes from a line
      for (let at = 0; at < next.length; at += PIECE_BYTES) tunnel.send(next.subarray(at, at + PIECE_BYTES))
    }
  }

  #refuse(id: string, code: string, text: string): void {
    this.#parts.report(id, { st: 'refused', err: { code, text } })
  }
}
