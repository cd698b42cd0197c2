import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line between a program and a server that can be cut. */
export interface CutLine {
  readonly url: string
  /** The head of each request that went over it. */
  readonly heads: readonly string[]
  /** Cuts the next connection over which so many bytes of answers have come, once. */
  cutAfter(bytes: number): void
  close(): Promise<void>
}

const HEAD = /^(?:GET|HEAD|POST|PUT) [\s\S]*?\r\n\r\n/

export async function openCutLine(port: number): Promise<CutLine> {
  const heads: string[] = []
  const open = new Set<Socket>()
  let cutAt: number | null = null
  const listener = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    let come = 0
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      socket.on('error', end)
      socket.on('close', end)
    }
    near.on('data', (bytes) => {
      const head = HEAD.exec(bytes.toString('latin1'))
      if (head !== null) heads.push(head[0])
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      come += bytes.length
      if (cutAt !== null && come >= cutAt) {
        cutAt = null
        end()
      } else near.write(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port: own } = listener.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    heads,
    cutAfter: (bytes) => {
      cutAt = bytes
    },
    close: async () => {
      listener.close()
      for (const socket of open) socket.destroy()
      await once(listener, 'close')
    },
  }
}
