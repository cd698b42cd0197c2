import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to a port of this machine that can fall silent: nothing comes through, and neither end is notified. */
export interface SilentLine extends AsyncDisposable {
  readonly port: number
  /** What came through towards that port so far. */
  readonly sentBytes: number
  silence(isSilent: boolean): void
}

export async function openSilentLine(port: number): Promise<SilentLine> {
  const sockets = new Set<Socket>()
  let isSilent = false
  let sentBytes = 0
  const listener = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    const ends = [
      [near, far],
      [far, near],
    ] as const
    for (const [from, to] of ends) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('data', (bytes) => {
        if (isSilent) return
        if (to === far) sentBytes += bytes.length
        to.write(bytes)
      })
      from.on('close', () => {
        sockets.delete(from)
        if (!isSilent) to.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    get sentBytes() {
      return sentBytes
    },
    silence(silent) {
      isSilent = silent
    },
    async [Symbol.asyncDispose]() {
      listener.close()
      for (const socket of sockets) socket.destroy()
      await once(listener, 'close')
    },
  }
}
