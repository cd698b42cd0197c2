import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { insertPerson } from './insert-person'
import { putScreen, ScreenTerminal } from './screen-terminal'
import type { Received, TestServer } from './test-server'

interface Begun {
  readonly terminal: ScreenTerminal
  readonly uid: string
  readonly pictureUrl: string
}

/** A server that listens, and people who may work screens (una), see them (vic) or neither (wes); xia works elsewhere. */
export interface ScreenRig {
  get(path: string, as?: string): Promise<Received>
  /** To the screen of the first store. */
  connect(as?: string, mode?: string): Promise<Received>
  openSessions(): Promise<string[]>
  /** Una on the screen of the first store, once it is free. */
  begin(mode?: string, size?: { width: number; height: number }): Promise<Begun>
  /** The same without waiting until it is free. */
  dialled(mode?: string, size?: { width: number; height: number }): Promise<Begun>
  /** Ends what goes on, and removes what is left of it. */
  reset(): Promise<void>
}

const SIZE = { width: 640, height: 480 }

export async function screenRig(server: TestServer): Promise<ScreenRig> {
  const { db, fleet } = server
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  await insertPerson(server, 'una', fleet.north, ['4-1'])
  await insertPerson(server, 'vic', fleet.north, ['3-1'])
  await insertPerson(server, 'wes', fleet.north, ['4-3'])
  await insertPerson(server, 'xia', fleet.south, ['4-1'])
  const { alder } = fleet.stores
  const { port } = server.app.server.address() as AddressInfo
  const rig: ScreenRig = {
    get: (path, as = 'una') => server.send('GET', `/api/v2/${path}`, { as }),
    connect: (as = 'una', mode = 'control') =>
      rig.get(`remote/connect?storeid=${alder.storeId}&mode=${mode}`, as),
    async openSessions() {
      const rows = await db
        .selectFrom('screenSession')
        .select('screenSessionId')
        .where('endedReason', 'is', null)
        .execute()
      return rows.map(({ screenSessionId }) => screenSessionId)
    },
    async begin(mode, size) {
      await expect.poll(rig.openSessions).toEqual([])
      await putScreen(server, alder)
      return rig.dialled(mode, size)
    },
    async dialled(mode = 'control', size = SIZE) {
      const answer = rig.connect('una', mode)
      const terminal = await ScreenTerminal.dial(server, alder, { port, size })
      const { body } = await answer
      return { terminal, uid: body.uid, pictureUrl: body.img_url }
    },
    async reset() {
      for (const uid of await rig.openSessions()) await rig.get(`remote/end?uid=${uid}`)
      await expect.poll(rig.openSessions).toEqual([])
      for (const table of [
        'screenWatch',
        'screenSegment',
        'screenSession',
        'command',
        'terminalState',
      ] as const)
        await db.deleteFrom(table).execute()
    },
  }
  return rig
}
