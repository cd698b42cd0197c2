import { getStoreSettings, type StoreSettings, saveStoreDraft } from '@coldkeep/contract/areas/store-settings'
import { namesFromWire, namesToWire } from '@coldkeep/contract/wire/dialect'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { insertPermissionType } from '../accounts/sign-in-queries'
import type { Db } from '../db/connect'
import { newStore } from './new-store'
import { type TestServer, testServer } from './test-server'

interface SavedDraft {
  readonly id: string
  readonly revision: number
  readonly base: StoreSettings
  readonly content: StoreSettings
}

/** A server on which Nora may change the stores of North, and nothing else of them. */
export async function settingsRig(database: Db) {
  const server = await testServer({ database })
  const pages = await insertPermissionType(server.db, 'Stores', ['2-2-5'])
  await server.db
    .insertInto('pagePermission')
    .values({ accountId: server.fleet.accounts.north, pagePermissionTypeId: pages })
    .execute()
  return { server, ...settingsCalls(server) }
}
export type SettingsRig = Awaited<ReturnType<typeof settingsRig>>

function settingsCalls(server: TestServer) {
  const get = async (store: number | string = '', as = 'admin') =>
    namesFromWire(
      getStoreSettings.answer,
      (await server.send('GET', `/api/v2/store/settings?storeid=${store}`, { as })).body,
      // biome-ignore lint/suspicious/noExplicitAny: an answer that tests look into, as `send` gives it
    ) as any
  /** Sends a draft of our names; the answer has them too. */
  const save = async (body: object, as = 'admin') => {
    const sent = namesToWire(saveStoreDraft.body, body) as object
    const received = await server.send('POST', '/api/v2/store/settings/draft', { as, body: sent })
    return { ...received, body: namesFromWire(saveStoreDraft.answer, received.body) as typeof received.body }
  }
  const discard = (store: number | string = '', as = 'admin') =>
    server.send('DELETE', `/api/v2/store/settings/draft?storeid=${store}`, { as })
  /** A draft with some changes to what stands; of a store, or of a new one. */
  const draftOf = async (
    store: number | null,
    change: (present: StoreSettings) => StoreSettings,
    as = 'admin',
  ): Promise<SavedDraft> => {
    const { present } = await get(store ?? '', as)
    const saved = await save(
      {
        storeId: store === null ? '' : String(store),
        base: present,
        content: change(present),
        revision: null,
      },
      as,
    )
    expect(saved.status, saved.text).toBe(200)
    return saved.body
  }
  return {
    get,
    save,
    discard,
    draftOf,
    newDraft: (change: (settings: StoreSettings) => StoreSettings = (same) => same) =>
      draftOf(null, (blank) => change(newStore(blank, server.fleet.north))),
    finish: (draft: Pick<SavedDraft, 'id' | 'revision'>, more: object = {}, as = 'admin') =>
      server.send('POST', '/api/v2/store/settings/finish', {
        as,
        body: { draft: draft.id, revision: draft.revision, ...more },
      }),
    discardAll: async () => {
      await discard()
      for (const { storeId } of Object.values(server.fleet.stores)) await discard(storeId)
    },
  }
}

/** Rows of every table that Finish writes. */
export async function countRows(db: Db): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from store) as stores, (select count(*)::int from store_code) as codes,
    (select count(*)::int from terminal) as terminals, (select count(*)::int from terminal_claim) as claims,
    (select count(*)::int from device) as devices, (select count(*)::int from bundle) as bundles,
    (select count(*)::int from insured_coverage) as covers, (select count(*)::int from loss_rule) as losses,
    (select count(*)::int from warning_rule) as warnings, (select count(*)::int from notice_target) as targets,
    (select count(*)::int from department) as departments, (select count(*)::int from vendor) as vendors
    `.execute(db)
  return rows[0] ?? {}
}
