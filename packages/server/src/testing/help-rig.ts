import { randomUUID } from 'node:crypto'
import type { Db } from '../db/connect'
import { insertPerson } from './insert-person'
import { picture } from './picture'
import { NOON, type TestServer } from './test-server'
import type { TinyStore } from './tiny-fleet'
import { type WriteServer, writeServer } from './write-server'

/** A server whose people help each other: `eve` and `ben` help, `clerk` is of the store, `stranger` of another, from `narrow` equipment is withheld. */
export class HelpRig {
  readonly server: TestServer
  readonly alder: TinyStore
  readonly #writes: WriteServer

  private constructor(writes: WriteServer) {
    this.#writes = writes
    this.server = writes.server
    this.alder = writes.server.fleet.stores.alder
  }

  static async open(database: Db): Promise<HelpRig> {
    const rig = new HelpRig(await writeServer(database))
    const { north, south } = rig.server.fleet
    await insertPerson(rig.server, 'eve', north, ['4-2', '4-4'])
    await insertPerson(rig.server, 'ben', north, ['4-2'])
    await insertPerson(rig.server, 'clerk', north, ['1-7'])
    await insertPerson(rig.server, 'stranger', south, ['4-2', '4-4'])
    // walk-in rooms and what is chilled at 4 °C are withheld
    const narrow = await insertPerson(rig.server, 'narrow', north, ['4-2', '4-4'])
    await rig.server.db
      .updateTable('devicePermission')
      .set({ given: [] })
      .where('accountId', '=', narrow)
      .execute()
    return rig
  }

  /** Nobody was ever helped. */
  async reset(): Promise<void> {
    await this.#writes.reset()
    this.server.clock.set(NOON)
    for (const table of [
      'screenSession',
      'helpSession',
      'helpMark',
      'tipVerdict',
      'photo',
      'repairEvent',
      'repairCase',
    ] as const)
      await this.server.db.deleteFrom(table).execute()
  }

  /** Begins to help the first store with its freezer. */
  begin(given: object = {}, as = 'eve') {
    const body = {
      session: randomUUID(),
      storeid: String(this.alder.storeId),
      devices: [String(this.alder.freezer.deviceId)],
    }
    return this.server.send('POST', `/api/v2/help-desk/sessions`, {
      as,
      body: { ...body, case: null, fault: 'Too warm since noon', ...given },
    })
  }

  read(id: string, as = 'eve', revision = '') {
    const path = `/api/v2/help-desk/sessions/${id}${revision && `?revision=${revision}`}`
    return this.server.send('GET', path, { as })
  }

  async history(caseId: string): Promise<{ kind: string; lines: string[]; by: string }[]> {
    return (await this.server.send('GET', `/api/v2/fix/cases/${caseId}`, { as: 'eve' })).body.history
  }

  async addPicture(session: string, as = 'eve') {
    const id = randomUUID()
    const at = new Date(NOON).toISOString()
    const times = { taken_at: at, taken_from: 'clock', entered_at: at }
    const query = new URLSearchParams({ subject: 'help', of: session, ...times })
    const body = Buffer.from(picture(9, { width: 640, height: 480 }))
    const answer = await this.server.send('PUT', `/api/v2/photos/${id}?${query}`, { as, body })
    return { id, status: answer.status, body: answer.body }
  }

  draw(session: string, photo: string, mark: object, as = 'eve') {
    return this.server.send('POST', `/api/v2/help-desk/sessions/${session}/pictures/${photo}/marks`, {
      as,
      body: mark,
    })
  }
}

/** An arrow from (1, 1) to (2, 2), unless something else is said. */
export function arrowMark(more: object = {}) {
  const points = [
    [1, 1],
    [2, 2],
  ]
  return { id: randomUUID(), kind: 'arrow', color: 'red', text: '', points, ...more }
}
