import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { TUNNEL_TOKEN_HEADER } from '@coldkeep/contract/mqtt/screen-tunnel'
import { Framebuffer } from '@coldkeep/rfb/framebuffer'
import type { Rectangle, ScreenSize } from '@coldkeep/rfb/rectangle'
import { type ClientInput, ServerConnection } from '@coldkeep/rfb/server-connection'
import { WebSocket } from 'ws'
import type { TestServer } from './test-server'
import type { TinyStore } from './tiny-fleet'

interface Order {
  readonly token: string
  readonly url: string
}

const PIECE_BYTES = 64 * 1024

/** Says that the terminal of a store is connected, and when its store lets others onto its screen. */
export async function putScreen(
  { db }: Pick<TestServer, 'db'>,
  { storeId, terminalId }: TinyStore,
  consent: 'always' | 'ask' | 'never' | null = 'always',
): Promise<void> {
  await db.deleteFrom('terminalState').where('storeId', '=', storeId).execute()
  await db
    .insertInto('terminalState')
    .values({ storeId, terminalId, connection: 'online', screenConsent: consent, program: '1.0.0' })
    .execute()
}

/** A terminal with a screen, as the server meets it: it waits for an order to be made, and dials. */
export class ScreenTerminal {
  readonly framebuffer: Framebuffer
  readonly inputs: ClientInput[] = []
  readonly socket: WebSocket
  readonly #connection: ServerConnection

  private constructor(socket: WebSocket, size: ScreenSize) {
    this.socket = socket
    this.framebuffer = new Framebuffer(size)
    this.#connection = new ServerConnection(this.framebuffer, 'till')
    socket.on('message', (data, isBinary) => {
      if (!isBinary) return
      const { answer, inputs } = this.#connection.push(data as Buffer)
      this.inputs.push(...inputs)
      if (answer.length > 0) socket.send(answer)
      this.#update()
    })
    socket.on('error', () => {})
    socket.send(this.#connection.start())
  }

  static async dial(
    { db }: Pick<TestServer, 'db'>,
    { terminalId }: TinyStore,
    { port, size }: { readonly port: number; readonly size: ScreenSize },
  ): Promise<ScreenTerminal> {
    let order: Order | null = null
    while (order === null) {
      const row = await db
        .updateTable('command')
        .set({ state: 'done' })
        .where('op', '=', 'screen.open')
        .where('terminalId', '=', terminalId)
        .where('state', '=', 'queued')
        .returning('arg')
        .executeTakeFirst()
      order = (row?.arg as unknown as Order | undefined) ?? null
      if (order === null) await wait(20)
    }
    const secret = `${terminalId}:${terminalId.slice(3)}`
    const socket = new WebSocket(`ws://127.0.0.1:${port}${order.url}`, {
      headers: {
        authorization: `Basic ${Buffer.from(secret).toString('base64')}`,
        [TUNNEL_TOKEN_HEADER]: order.token,
      },
    })
    await once(socket, 'open')
    return new ScreenTerminal(socket, size)
  }

  fill(rectangle: Rectangle, [red, green, blue]: readonly [number, number, number]): void {
    const pixels = Buffer.alloc(rectangle.width * rectangle.height * 4)
    for (let at = 0; at < pixels.length; at += 4) pixels.set([red, green, blue, 255], at)
    this.framebuffer.setRectangle(rectangle, pixels)
    this.#update()
  }

  /** With a code of its own (RFC 6455, 7.4). */
  close(code: number): void {
    this.socket.close(code)
  }

  #update(): void {
    for (let next = this.#connection.next(); next !== null; next = this.#connection.next()) {
      // as they come from a line
      for (let at = 0; at < next.length; at += PIECE_BYTES)
        this.socket.send(next.subarray(at, at + PIECE_BYTES))
    }
  }
}
