import {
  MOST_TUNNEL_MESSAGE_BYTES,
  SCREEN_TUNNEL_PATH,
  TUNNEL_TOKEN_HEADER,
} from '@coldkeep/contract/mqtt/screen-tunnel'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { WebSocket } from 'ws'
import type { ServerAccess } from '../command/server-request'

const DIALLED_WITHIN_MS = 8_000

/** Opens the tunnel of an order to the server that gave it; the address leads nowhere else. */
export function dialGateway(
  { url, ca, user, secret }: ServerAccess,
  { url: path, token }: { readonly url: string; readonly token: string },
): Promise<Result<WebSocket, string>> {
  const address = new URL(path, url)
  if (!address.pathname.startsWith(SCREEN_TUNNEL_PATH)) return Promise.resolve(fail('no address of a tunnel'))
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return new Promise((resolve) => {
    const socket = new WebSocket(address, {
      headers: { [TUNNEL_TOKEN_HEADER]: token },
      auth: `${user}:${secret()}`,
      handshakeTimeout: DIALLED_WITHIN_MS,
      // a screen is packed by its own protocol
      perMessageDeflate: false,
      maxPayload: MOST_TUNNEL_MESSAGE_BYTES,
      followRedirects: false,
      rejectUnauthorized: true,
      ...(ca && { ca: Buffer.from(ca) }),
    })
    socket.once('open', () => resolve(ok(socket)))
    // a later one is of the tunnel, whose end follows it
    socket.on('error', (error) => resolve(fail(error.message)))
  })
}
