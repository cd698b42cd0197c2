import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Framebuffer } from '../framebuffer'
import type { Rectangle, ScreenSize } from '../rectangle'
import { type ClientInput, ServerConnection } from '../server-connection'

/** A VNC server without a desktop behind it: a test draws on its screen and sees what comes. */
export class VncScreen {
  readonly framebuffer: Framebuffer
  readonly inputs: ClientInput[] = []
  /** Of updates. */
  sentBytes = 0
  readonly #server: Server
  readonly #clients = new Map<Socket, () => void>()

  private constructor(framebuffer: Framebuffer) {
    this.framebuffer = framebuffer
    this.#server = createServer((socket) => this.#serve(socket))
  }

  static open(size: ScreenSize): Promise<VncScreen> {
    return VncScreen.offer(new Framebuffer(size))
  }

  /** Of a picture that others draw; they say when it has {@link changed}. */
  static async offer(framebuffer: Framebuffer): Promise<VncScreen> {
    const screen = new VncScreen(framebuffer)
    screen.#server.listen(0, '127.0.0.1')
    await once(screen.#server, 'listening')
    return screen
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** How many are connected. */
  get clients(): number {
    return this.#clients.size
  }

  /** Fills a part of the screen with one colour, and shows it to whoever is connected. */
  fill(rectangle: Rectangle, [red, green, blue]: readonly [number, number, number]): void {
    const pixels = Buffer.alloc(rectangle.width * rectangle.height * 4)
    for (let at = 0; at < pixels.length; at += 4) pixels.set([red, green, blue, 255], at)
    this.framebuffer.setRectangle(rectangle, pixels)
    this.changed()
  }

  resize(size: ScreenSize): void {
    this.framebuffer.resize(size)
    this.changed()
  }

  /** Disconnects whoever is connected. */
  cut(): void {
    for (const socket of this.#clients.keys()) socket.destroy()
  }

  /** Sends bytes as they are to whoever is connected. */
  say(bytes: Uint8Array): void {
    for (const socket of this.#clients.keys()) socket.write(bytes)
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }

  changed(): void {
    for (const update of this.#clients.values()) update()
  }

  #serve(socket: Socket): void {
    const connection = new ServerConnection(this.framebuffer, 'till')
    const update = () => {
      for (let next = connection.next(); next !== null; next = connection.next()) {
        this.sentBytes += next.length
        socket.write(next)
      }
    }
    this.#clients.set(socket, update)
    socket.on('data', (bytes) => {
      const { answer, inputs } = connection.push(bytes)
      this.inputs.push(...inputs)
      socket.write(answer)
      update()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#clients.delete(socket)
      connection.close()
    })
    socket.write(connection.start())
  }
}
