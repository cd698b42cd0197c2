import { appendCrc } from '@coldkeep/modbus/crc'
import { encodeTcp, feedTcp, NO_BYTES, rtuFromTcp, tcpFromRtu } from '@coldkeep/modbus/tcp-frame'
import { expect } from 'vitest'
import { readSetup } from '../settings/read-setup'
import { startTerminal } from '../terminal'
import { systemTime } from '../time/system-time'
import type { Timekeeper } from '../time/timekeeper'
import { CommandBox } from './command-box'
import { readableLog } from './log-lines'
import type { Behaviour } from './odd-slave'

/** A Modbus TCP device: what it answers to the PDU with its unit in front, without CRC; null for silence. */
export function modbus(answer: (request: Uint8Array) => Uint8Array | null): Behaviour {
  return (bytes, socket) => {
    for (const frame of feedTcp(NO_BYTES, bytes).frames) {
      const reply = answer(rtuFromTcp(frame).subarray(0, -2))
      const message = reply && tcpFromRtu(appendCrc(reply), frame.transactionId)
      if (message) socket.write(encodeTcp(message))
    }
  }
}

/** A box with a device, and the terminal program at work on it. What is to be ended is put into `open`. */
export async function liveBox(open: AsyncDisposable[], behaviour: Behaviour) {
  const box = await CommandBox.start(behaviour)
  open.push(box)
  return { box, ...(await startOn(box, open)) }
}

/** The terminal program on the settings and the disk of a box, as they are. */
export async function startOn(
  box: CommandBox,
  open: AsyncDisposable[],
  settingsPath = box.write(),
  time: Timekeeper = systemTime,
) {
  const read = await readSetup({ settingsPath, dataFolder: null, isInsecureAllowed: false })
  if (!read.ok) throw new Error(read.problem.why)
  const { log, lines } = readableLog()
  const restarts: number[] = []
  const terminal = await startTerminal({
    setup: read.value,
    time,
    log,
    random: () => 0,
    restartProgram: () => void restarts.push(Date.now()),
  })
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await terminal.stop()
    isStopped = true
  }
  open.push({ [Symbol.asyncDispose]: stop })
  await expect.poll(() => terminal.isConnected, { timeout: 5_000 }).toBe(true)
  return { terminal, stop, lines, restarts, setup: read.value }
}
