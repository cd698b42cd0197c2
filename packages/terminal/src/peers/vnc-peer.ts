import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { clientInitHandshake, clientSecurityHandshake } from '@coldkeep/rfb/client-handshake'
import { encodeSetEncodings, encodeSetPixelFormat, encodeUpdateRequest } from '@coldkeep/rfb/client-messages'
import { Framebuffer } from '@coldkeep/rfb/framebuffer'
import type { Handshake } from '@coldkeep/rfb/handshake'
import { rgbxFormat } from '@coldkeep/rfb/pixel-format'
import { areaOf, wholeOf } from '@coldkeep/rfb/rectangle'
import { type ServerEvent, ServerMessages } from '@coldkeep/rfb/server-messages'
import { freePort } from './peer'

const SIZE = '640x480'
const PATH = '/usr/local/bin:/usr/bin:/bin'

/** Programs that run until the end of a test, and their files; they are ended in the opposite order. */
export class Programs implements AsyncDisposable {
  readonly #children: ChildProcess[] = []
  readonly #folders: string[] = []

  /** @returns the first group of the first line that matches, once it is printed; with no pattern at once */
  async run(program: string, args: readonly string[], display = '', ready?: RegExp): Promise<string> {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH, DISPLAY: display, LC_ALL: 'C.UTF-8' },
    })
    this.#children.push(child)
    if (ready === undefined) {
      child.stdout.resume()
      return ''
    }
    const lines = createInterface({ input: child.stdout })
    for await (const line of lines) {
      const match = ready.exec(line)
      if (match === null) continue
      child.stdout.resume()
      return match[1] ?? ''
    }
    throw new Error(`${program} ended before it was ready`)
  }

  /** What a program prints that goes on. */
  async *follow(program: string, args: readonly string[], display: string): AsyncGenerator<string> {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH, DISPLAY: display, LC_ALL: 'C.UTF-8' },
    })
    this.#children.push(child)
    yield* createInterface({ input: child.stdout })
  }

  /** @returns a folder of its own, which goes with them */
  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'coldkeep-vnc-'))
    this.#folders.push(folder)
    return folder
  }

  /** @returns the path of a file with this content */
  async write(content: Uint8Array): Promise<string> {
    const path = join(await this.folder(), 'file')
    await writeFile(path, content)
    return path
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children.splice(0).reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    for (const folder of this.#folders.splice(0)) await rm(folder, { recursive: true })
  }
}

/** A screen that a VNC server of others offers. */
export interface OfferedScreen {
  /** `:7` */
  readonly display: string
  readonly port: number
}

/** A screen in memory, which x11vnc offers as it does that of a computer in a store. */
export async function startX11vnc(programs: Programs, password: string): Promise<OfferedScreen> {
  const screen = ['-displayfd', '1', '-screen', '0', `${SIZE}x24`, '-nolisten', 'tcp']
  const display = `:${await programs.run('Xvfb', screen, '', /^(\d+)$/)}`
  const port = await freePort()
  const offer = ['-display', display, '-listen', '127.0.0.1', '-noipv6', '-rfbport', String(port)]
  await programs.run('x11vnc', [...offer, '-passwd', password, '-forever', '-shared'], display, /^PORT=(\d+)/)
  return { display, port }
}

/** A screen that TigerVNC has and offers itself. */
export async function startTigerVnc(programs: Programs, password: string): Promise<OfferedScreen> {
  // it is read whenever a client comes
  const passwordFile = await programs.write(
    spawnSync('tigervncpasswd', ['-f'], { input: `${password}\n`, env: { PATH } }).stdout,
  )
  const port = await freePort()
  const display = await programs.run(
    'Xtigervnc',
    [
      ...['-displayfd', '1', '-geometry', SIZE, '-depth', '24', '-nolisten', 'tcp'],
      ...['-interface', '127.0.0.1', '-rfbport', String(port)],
      ...['-SecurityTypes', 'VncAuth', '-PasswordFile', passwordFile],
    ],
    '',
    /^(\d+)$/,
  )
  return { display: `:${display}`, port }
}

/** Puts text on a screen, and waits until it is there. */
export async function showText(programs: Programs, display: string): Promise<void> {
  // the title is behind the text in what xterm reads
  const shown = 'seq -s " " 400; printf "\\033]0;all-shown\\007"; read answer'
  await programs.run('xterm', ['-geometry', '60x20+20+20', '-e', shown], display)
  await xdotool(display, 'search', '--sync', '--onlyvisible', '--name', 'all-shown')
}

/** @returns what xdotool prints */
export async function xdotool(display: string, ...args: readonly string[]): Promise<string> {
  const env = { PATH, DISPLAY: display }
  const { stdout } = await promisify(execFile)('xdotool', args, { env })
  return stdout.trim()
}

/** A client of a VNC server, as a gateway is one. */
export class VncClient implements AsyncDisposable {
  readonly framebuffer: Framebuffer
  readonly #socket: Socket
  readonly #chunks: AsyncIterator<Buffer>
  readonly #messages: ServerMessages
  /** Bytes of the server since the last whole frame was requested. */
  receivedBytes = 0

  private constructor(socket: Socket, chunks: AsyncIterator<Buffer>, framebuffer: Framebuffer) {
    this.#socket = socket
    this.#chunks = chunks
    this.framebuffer = framebuffer
    this.#messages = new ServerMessages(framebuffer)
  }

  static async connect(port: number, password: string): Promise<VncClient> {
    const socket = connect(port, '127.0.0.1')
    const chunks: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]()
    try {
      await shakeHands(clientSecurityHandshake(password), socket, chunks)
      const init = await shakeHands(clientInitHandshake(), socket, chunks)
      const client = new VncClient(socket, chunks, new Framebuffer(init))
      client.send(encodeSetPixelFormat(rgbxFormat))
      return client
    } catch (error) {
      socket.destroy()
      throw error
    }
  }

  send(bytes: Uint8Array): void {
    this.#socket.write(bytes)
  }

  /** Requests all pixels in one of the given encodings. @returns a copy of them */
  async readFrame(encodings: readonly number[]): Promise<Buffer> {
    this.send(encodeSetEncodings(encodings))
    this.send(encodeUpdateRequest(false, wholeOf(this.framebuffer)))
    this.receivedBytes = 0
    let missing = areaOf(this.framebuffer)
    await this.#readUntil((event) => {
      if (event.kind === 'rectangle') missing -= areaOf(event.rectangle)
      if (event.kind === 'updated' && missing > 0) {
        this.send(encodeUpdateRequest(true, wholeOf(this.framebuffer)))
      }
      return event.kind === 'updated' && missing <= 0
    })
    return Buffer.from(this.framebuffer.bytes)
  }

  /** Reads on, requesting updates, until the screen is so wide. */
  async readResize(width: number): Promise<void> {
    this.send(encodeUpdateRequest(true, wholeOf(this.framebuffer)))
    await this.#readUntil((event) => {
      if (event.kind === 'updated') this.send(encodeUpdateRequest(true, wholeOf(this.framebuffer)))
      return event.kind === 'resized' && event.width === width
    })
  }

  async #readUntil(isLast: (event: ServerEvent) => boolean): Promise<void> {
    for (;;) {
      const chunk = await nextChunk(this.#chunks)
      this.receivedBytes += chunk.length
      if (this.#messages.push(chunk).map(isLast).includes(true)) return
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy()
  }
}

async function shakeHands<Outcome>(
  handshake: Handshake<Outcome>,
  socket: Socket,
  chunks: AsyncIterator<Buffer>,
): Promise<Outcome> {
  socket.write(handshake.start())
  while (handshake.outcome === null) socket.write(handshake.push(await nextChunk(chunks)))
  return handshake.outcome
}

async function nextChunk(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const { done, value } = await chunks.next()
  if (done) throw new Error('the server has closed the connection')
  return value
}
