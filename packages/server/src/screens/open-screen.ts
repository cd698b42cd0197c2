import { once } from 'node:events'
import { type Clock, seconds } from '@coldkeep/domain/time/instant'
import { clientInitHandshake, clientSecurityHandshake } from '@coldkeep/rfb/client-handshake'
import { Framebuffer } from '@coldkeep/rfb/framebuffer'
import type { Handshake } from '@coldkeep/rfb/handshake'
import type { WebSocket } from 'ws'
import type { ExpectedSession } from './expected-session'
import { LiveSession } from './live-session'

const KNOWN_WITHIN_MS = seconds(10)

/**
 * Learns the size of the screen behind a tunnel; from then on the session is live. The terminal has signed in to the VNC
 * server, so that none is needed here.
 * @throws RfbError, or where the tunnel ends or is silent
 */
export async function openScreen(
  expected: ExpectedSession,
  tunnel: WebSocket,
  clock: Clock,
): Promise<LiveSession> {
  const signal = AbortSignal.timeout(KNOWN_WITHIN_MS)
  const ended = new AbortController()
  tunnel.on('error', () => ended.abort())
  tunnel.on('close', () => ended.abort())
  const either = AbortSignal.any([signal, ended.signal])
  // one with a password would have to be known here
  const rest = await shake(clientSecurityHandshake(null), tunnel, Buffer.alloc(0), either)
  const init = clientInitHandshake()
  await shake(init, tunnel, rest, either)
  const { width = 1, height = 1 } = init.outcome ?? {}
  const framebuffer = new Framebuffer({ width, height })
  return new LiveSession({ expected, tunnel, framebuffer, clock, connectedAt: clock.now() })
}

/** @returns what came behind it */
async function shake(
  handshake: Handshake<unknown>,
  tunnel: WebSocket,
  before: Buffer,
  signal: AbortSignal,
): Promise<Buffer> {
  const send = (bytes: Buffer) => void (bytes.length > 0 && tunnel.send(bytes))
  send(handshake.start())
  send(handshake.push(before))
  while (handshake.outcome === null) {
    const [data, isBinary] = (await once(tunnel, 'message', { signal })) as [Buffer, boolean]
    if (isBinary) send(handshake.push(data))
  }
  return handshake.takeRest()
}
