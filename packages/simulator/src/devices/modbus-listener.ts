import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { functionCode } from '@coldkeep/modbus/function-code'
import { exceptionReplyPdu } from '@coldkeep/modbus/reply'
import { rtuFrame } from '@coldkeep/modbus/rtu-frame'
import { encodeTcp, feedTcp, NO_BYTES } from '@coldkeep/modbus/tcp-frame'
import { takeRtuRequests } from './rtu-stream'
import { answerPdu, type VirtualDevice } from './virtual-device'

/** `mbtcp` is Modbus TCP; `rtu-tcp` is what a serial converter passes on, frames with their CRC. */
export type Framing = 'mbtcp' | 'rtu-tcp'

export interface ListenerOptions {
  readonly devices: readonly VirtualDevice[]
  readonly framing: Framing
  /** Default loopback. */
  readonly host?: string
  /** Default 0: any free port. */
  readonly port?: number
  /** Called before each request is answered: brings the physics up to now. */
  readonly beforeAnswer?: () => void
}

interface Request {
  readonly unitId: number
  readonly pdu: Uint8Array
  readonly transactionId: number
}

/** A bus of virtual devices behind one TCP port. */
export class ModbusListener {
  readonly #options: ListenerOptions
  readonly #units: ReadonlyMap<number, VirtualDevice>
  readonly #sockets = new Set<Socket>()
  readonly #delays = new Set<NodeJS.Timeout>()
  readonly #answered = new Map<number, number>()
  #server: Server | null = null

  constructor(options: ListenerOptions) {
    this.#options = options
    this.#units = new Map(options.devices.map((device) => [device.unitId, device]))
  }

  /** Listens; returns the port. Rejects where it is taken. */
  async start(): Promise<number> {
    const server = createServer((socket) => this.#serve(socket))
    this.#server = server
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.#options.port ?? 0, this.#options.host ?? '127.0.0.1', resolve)
    })
    return (server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    for (const delay of this.#delays) clearTimeout(delay)
    for (const socket of this.#sockets) socket.destroy()
    const server = this.#server
    this.#server = null
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => this.#sockets.delete(socket))
    // A peer that goes away in the middle of a frame is its own affair; 'close' follows.
    socket.on('error', () => {})
    let pending: Uint8Array = NO_BYTES
    socket.on('data', (chunk) => {
      if (this.#options.framing === 'rtu-tcp') {
        const taken = takeRtuRequests(pending, chunk)
        pending = taken.pending
        for (const frame of taken.frames) {
          this.#answer(socket, { unitId: frame[0] ?? 0, pdu: frame.slice(1, -2), transactionId: 0 })
        }
        return
      }
      const fed = feedTcp(pending, chunk)
      pending = fed.pending
      for (const frame of fed.frames) this.#answer(socket, frame)
      if (fed.problem !== null) socket.destroy()
    })
  }

  #answer(socket: Socket, request: Request): void {
    const device = this.#units.get(request.unitId)
    if (!device || device.fault.kind === 'mute') return
    this.#options.beforeAnswer?.()
    const count = (this.#answered.get(device.unitId) ?? 0) + 1
    this.#answered.set(device.unitId, count)
    const { fault } = device
    const pdu =
      fault.kind === 'exception'
        ? exceptionReplyPdu(request.pdu[0] ?? functionCode.readHoldingRegisters, fault.exceptionCode)
        : answerPdu(device, request.pdu)
    const isGarbled = fault.kind === 'garbled' && count % fault.everyNth === 0
    const bytes = this.#frame(request, pdu, isGarbled)
    if (fault.kind !== 'delay') {
      socket.write(bytes)
      return
    }
    const delay = setTimeout(() => {
      this.#delays.delete(delay)
      if (!socket.destroyed) socket.write(bytes)
    }, fault.delayMs)
    this.#delays.add(delay)
  }

  #frame(request: Request, pdu: Uint8Array, isGarbled: boolean): Uint8Array {
    const { unitId, transactionId } = request
    if (this.#options.framing === 'mbtcp') {
      return encodeTcp({ transactionId, unitId, pdu: isGarbled ? pdu.slice(0, -1) : pdu })
    }
    const frame = rtuFrame(unitId, pdu)
    if (isGarbled) frame[frame.length - 1] = (frame.at(-1) ?? 0) ^ 0xff
    return frame
  }
}
