import type { Method } from '@coldkeep/contract/call'
import type { BoxType } from '@coldkeep/domain/firmware/box-installation'
import type { Received, TestServer } from './test-server'

/** A box whose program for updates has a token of the administrator. */
export interface TestBox {
  readonly token: string
  /** With which it signs in. */
  readonly headers: Readonly<Record<string, string>>
  /** @param path below that of the box, as `/configData` */
  send(method: Method, path: string, body?: unknown): Promise<Received>
}

export async function openBox(
  server: Pick<TestServer, 'send'>,
  terminalId: string,
  type: BoxType = 'box-swupdate',
): Promise<TestBox> {
  const made = await server.send('POST', `/api/v2/terminals/${terminalId}/box-system/token`, {
    as: 'admin',
    body: { type },
  })
  const { token } = made.body as { readonly token: string }
  const headers = { authorization: `TargetToken ${token}` }
  return {
    ...{ token, headers },
    send: (method, path, body) =>
      server.send(method, `/ddi/default/controller/v1/${terminalId}${path}`, { headers, body }),
  }
}
