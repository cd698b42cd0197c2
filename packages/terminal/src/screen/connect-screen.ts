import { connect, type Socket } from 'node:net'
import type { ScreenSettings } from '@coldkeep/contract/mqtt/screen-settings'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { clientSecurityHandshake } from '@coldkeep/rfb/client-handshake'

const CONNECTED_WITHIN_MS = 5_000

/**
 * Connects to the VNC server of the store and signs in. The password stays here.
 * @returns why it cannot be used
 */
export function connectScreen(
  { host, port }: Pick<ScreenSettings, 'host' | 'port'>,
  password: string | null,
): Promise<Result<Socket, string>> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true })
    const handshake = clientSecurityHandshake(password)
    const end = (result: Result<Socket, string>) => {
      clearTimeout(timer)
      socket.off('data', take)
      if (!result.ok) socket.destroy()
      resolve(result)
    }
    const timer = setTimeout(() => end(fail('the VNC server does not answer')), CONNECTED_WITHIN_MS)
    const take = (bytes: Buffer) => {
      try {
        const answer = handshake.push(bytes)
        if (answer.length > 0) socket.write(answer)
        if (handshake.outcome === null) return
        socket.pause()
        end(ok(socket))
      } catch (error) {
        end(fail(error instanceof Error ? error.message : String(error)))
      }
    }
    socket.on('data', take)
    socket.on('error', (error) => end(fail(error.message)))
    socket.on('close', () => end(fail('the VNC server ended the connection')))
  })
}
