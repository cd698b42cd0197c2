import type { TinyStore } from '@coldkeep/server/testing/tiny-fleet'
import type { Calls } from './operable-site'
import type { OwnSite } from './own-site'

const TABLES = '/api/v2/append-poll'

/** A model as rows of the instruction tables. */
export interface ModelRows {
  readonly brand: string
  readonly model: string
  readonly polls: readonly (readonly unknown[])[]
  /** By the code of the command that reads them. */
  readonly nodes: Readonly<Record<string, readonly (readonly unknown[])[]>>
  readonly writes: readonly (readonly unknown[])[]
}

/** Publishes a model, makes it that of the freezer of a store, and gives its terminal a port to the bus. */
export async function giveModel(
  { server }: Pick<OwnSite, 'server'>,
  call: Calls,
  { brand, model, polls, nodes, writes }: ModelRows,
  { store, busPort }: { readonly store: TinyStore; readonly busPort: number },
): Promise<void> {
  const db = server.database.kysely
  await call('POST', `${TABLES}/poll-mid`, { mids: polls })
  const rows = await call('GET', `${TABLES}/poll-mid?brand=${brand}&model=${model}`)
  for (const { mid, value } of rows as readonly { mid: string; value: string[] }[])
    await call('POST', `${TABLES}/poll-uid`, { mid, rows: nodes[value[2] as string] })
  await call('POST', `${TABLES}/write-mid`, { mids: writes })
  await call('POST', `${TABLES}/model-version`, { brand, model, note: '', seen: 0 })
  // as after review by a second person
  await db.updateTable('modelVersion').set({ hasReviewedWrites: true }).execute()
  const { deviceModelId } = await db
    .selectFrom('deviceModel')
    .select('deviceModelId')
    .where('brand', '=', brand)
    .where('model', '=', model)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('device')
    .set({ deviceModelId })
    .where('deviceId', '=', store.freezer.deviceId)
    .execute()
  const ports = [{ id: 'p1', kind: 'mbtcp', host: '127.0.0.1', port: busPort }]
  const path = `/api/v2/terminals/${store.terminalId}/configurations`
  await call('POST', path, { document: { ports, scripts: [] }, is_check: false })
}
