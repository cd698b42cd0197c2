import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { exceptionCode, functionCode } from '@coldkeep/modbus/function-code'
import { exceptionReplyPdu, registersReplyPdu, writeReplyPdu } from '@coldkeep/modbus/reply'
import { parseRequestPdu } from '@coldkeep/modbus/request'
import { encodeTcp, feedTcp, NO_BYTES } from '@coldkeep/modbus/tcp-frame'

/** A controller on Modbus TCP: holding registers that are read and written, and how it misbehaves. */
export interface Thermostat {
  readonly port: number
  readonly registers: Map<number, number>
  /** Registers whose writes it refuses. */
  readonly refuses: Set<number>
  /** Registers whose writes it acknowledges and does not carry out. */
  readonly keeps: Set<number>
  /** Every write that came, as address and value. */
  readonly writes: (readonly [address: number, value: number])[]
  /** Called before a write is answered; the answer waits for it. */
  beforeAnswer: (() => Promise<void>) | null
  /** As when it was switched on: with these registers, and without a fault. */
  reset(registers: Readonly<Record<number, number>>): void
  close(): Promise<void>
}

export async function startThermostat(registers: Readonly<Record<number, number>>): Promise<Thermostat> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    let pending: Uint8Array = NO_BYTES
    socket.on('data', async (chunk) => {
      const fed = feedTcp(pending, chunk)
      pending = fed.pending
      for (const { unitId, transactionId, pdu } of fed.frames) {
        const reply = await answer(pdu)
        if (!socket.destroyed) socket.write(encodeTcp({ transactionId, unitId, pdu: reply }))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const thermostat: Thermostat = {
    port: (server.address() as AddressInfo).port,
    registers: new Map(),
    refuses: new Set(),
    keeps: new Set(),
    writes: [],
    beforeAnswer: null,
    reset(values) {
      thermostat.registers.clear()
      for (const [address, value] of Object.entries(values)) thermostat.registers.set(Number(address), value)
      thermostat.refuses.clear()
      thermostat.keeps.clear()
      thermostat.writes.length = 0
      thermostat.beforeAnswer = null
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(pdu: Uint8Array): Promise<Uint8Array> {
    const request = parseRequestPdu(pdu)
    if (request.kind === 'readHoldingRegisters') {
      const { address, count } = request
      const values = Array.from({ length: count }, (_, index) => thermostat.registers.get(address + index))
      return values.every((value) => value !== undefined)
        ? registersReplyPdu(request.kind, values)
        : exceptionReplyPdu(functionCode.readHoldingRegisters, exceptionCode.illegalDataAddress)
    }
    if (request.kind !== 'writeSingleRegister') {
      return exceptionReplyPdu(pdu[0] ?? 0, exceptionCode.illegalFunction)
    }
    const { address, value } = request
    thermostat.writes.push([address, value])
    await thermostat.beforeAnswer?.()
    if (thermostat.refuses.has(address)) {
      return exceptionReplyPdu(functionCode.writeSingleRegister, exceptionCode.illegalDataValue)
    }
    if (!thermostat.keeps.has(address)) thermostat.registers.set(address, value)
    return writeReplyPdu(request)
  }

  thermostat.reset(registers)
  return thermostat
}
