import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'

/** A value that other processes may wait for at a port, as JSON. */
export interface Promised {
  readonly port: number
  close(): void
}

/** Answers at a port of its own once the value is there; clients waiting for one that never comes are cut off. */
export async function promise(value: Promise<unknown>): Promise<Promised> {
  const listener = createServer((socket) => {
    socket.on('error', () => {})
    value.then(
      (there) => socket.end(JSON.stringify(there)),
      () => socket.destroy(),
    )
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return { port: (listener.address() as AddressInfo).port, close: () => void listener.close() }
}

/** Waits for what was promised at a port. @throws when it will not come */
export async function promised<T>(port: number): Promise<T> {
  const answer = await text(connect({ host: '127.0.0.1', port }))
  if (answer === '') throw new Error('what was promised did not come to be')
  return JSON.parse(answer) as T
}
