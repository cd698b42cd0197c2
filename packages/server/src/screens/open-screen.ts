import { type Clock, seconds } from '@coldkeep/domain/time/instant'
import { clientInitHandshake, clientSecurityHandshake } from '@coldkeep/rfb/client-handshake'
import { Framebuffer } from '@coldkeep/rfb/framebuffer'
import type { RawData, WebSocket } from 'ws'
import type { ExpectedSession } from './expected-session'
import { LiveSession } from './live-session'

const KNOWN_WITHIN_MS = seconds(10)

/**
 * Learns the size of the screen behind a tunnel; from then on the session is live. The terminal has signed in to the VNC
 * server, so that no password is needed here.
 * @throws RfbError, or where the tunnel ends or is silent
 */
export function openScreen(expected: ExpectedSession, tunnel: WebSocket, clock: Clock): Promise<LiveSession> {
  const security = clientSecurityHandshake(null)
  const init = clientInitHandshake()
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      tunnel.off('message', take)
      tunnel.off('close', closed)
    }
    const fail = (error: unknown) => {
      leave()
      reject(error)
    }
    const closed = () => fail(new Error('the tunnel ended'))
    const timer = setTimeout(() => fail(new Error('the screen is silent')), KNOWN_WITHIN_MS)
    const send = (bytes: Buffer) => void (bytes.length > 0 && tunnel.send(bytes))

    const push = (bytes: Buffer) => {
      let rest = bytes
      if (security.outcome === null) {
        send(security.push(rest))
        if (security.outcome === null) return
        rest = security.takeRest()
        send(init.start())
      }
      send(init.push(rest))
      if (init.outcome === null) return
      leave()
      const { width, height } = init.outcome
      const framebuffer = new Framebuffer({ width, height })
      // in the same turn, so that no message falls between this reader and the next
      const live = new LiveSession({ expected, tunnel, framebuffer, clock, connectedAt: clock.now() })
      live.read(init.takeRest())
      resolve(live)
    }
    const take = (data: RawData, isBinary: boolean) => {
      if (!isBinary) return
      try {
        push(data as Buffer)
      } catch (error) {
        fail(error)
      }
    }

    tunnel.on('message', take)
    tunnel.on('close', closed)
    // a tunnel that fails is closed after it
    tunnel.on('error', () => {})
  })
}
