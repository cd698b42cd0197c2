import { createHash } from 'node:crypto'
import { busKinds } from '@coldkeep/domain/points/point'
import { days, later } from '@coldkeep/domain/time/instant'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson } from '../db/canonical-json'
import { documentOf } from '../testing/documents'
import { type FieldRig, fieldRig, type TestBox } from '../testing/field-rig'
import { cycleMessage } from '../testing/ingest-rig'
import { describeEachKind } from '../testing/test-database'
import type { TinyStore } from '../testing/tiny-fleet'
import { withdrawWritesOver } from '../writes/withdraw-writes'
import { selectBundleBody, selectBundles } from './bundle-queries'
import { bundleStateAfter } from './bundle-results'
import { checkDocument } from './compile-bundle'
import { putBundle } from './put-bundle'

const by = { accountId: null, name: 'Ada' }
/** As a terminal takes them: what is sent once more, since it appeared in the meantime, is the same order. */
const ordersOf = ({ commands }: Pick<TestBox, 'commands'>) => [
  ...new Map(commands.map((command) => [command.id, command])).values(),
]

describeEachKind('configurations of the server', (kind) => {
  let rig: FieldRig
  beforeAll(async () => {
    rig = await fieldRig(kind)
  })
  afterAll(() => rig.close())

  const put = async (store: TinyStore, document: unknown) => {
    const result = await putBundle(rig.database.kysely, store, document, {
      by,
      now: rig.clock.now(),
      portsMoved: withdrawWritesOver,
    })
    await rig.dispatch.round()
    return result
  }
  const states = async ({ storeId, terminalId }: TinyStore) =>
    (await selectBundles(rig.database.kysely, storeId, terminalId)).map(({ revision, state }) => [
      revision,
      state,
    ])
  const lists = async ({ storeId }: TinyStore) =>
    rig.database.kysely
      .selectFrom('pointList')
      .select(['deviceId', 'periodSeconds', 'firstRevision', 'lastRevision'])
      .where('storeId', '=', storeId)
      .where('countsBus', '=', false)
      .orderBy('pointListId')
      .execute()
  const idOf = async (store: TinyStore, revision: number) =>
    (
      await rig.database.kysely
        .selectFrom('bundle')
        .select('commandId')
        .where('storeId', '=', store.storeId)
        .where('revision', '=', revision)
        .executeTakeFirstOrThrow()
    ).commandId

  test('a document becomes a revision that is sent as a command and as the desired configuration, and goes its way', async () => {
    const { alder } = rig.fleet.stores
    const box = await rig.box(alder)
    expect(await put(alder, documentOf(alder))).toEqual({ ok: true, value: 2 })
    const body = await selectBundleBody(rig.database.kysely, alder.storeId, alder.terminalId, 2)
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const id = await idOf(alder, 2)
    const address = { rev: 2, sha256, size: body?.length, url: `/field/v1/bundles/${sha256}` }
    await expect.poll(() => ordersOf(box)).toMatchObject([{ id, op: 'cfg.apply', arg: address }])
    const exp = later(rig.clock.now(), days(7))
    expect(box.desired).toEqual([{ v: 1, id, tid: alder.terminalId, exp, ...address }])
    expect(JSON.parse(Buffer.from(body ?? '').toString())).toMatchObject({
      v: 1,
      tid: alder.terminalId,
      rev: 2,
    })
    for (const step of ['fetched', 'checked']) {
      await box.result(id, 'progress', { out: { step, rev: 1 } })
      expect(await states(alder)).toEqual([[2, step]])
    }
    await box.result(id, 'done', { out: { rev: 2 } })
    await box.result(id, 'progress', { out: { step: 'fetched', rev: 1 } })
    expect(await states(alder)).toEqual([[2, 'active']])
    await box.end()
    // whoever runs something else is told again, whoever runs it is not
    const again = await rig.box(alder, 1)
    await expect.poll(() => again.desired.length).toBeGreaterThan(0)
    await again.end()
  })

  test('readings go to the lists of their revision, before and after the change and in between', async () => {
    const { birch } = rig.fleet.stores
    const document = documentOf(birch)
    const [cases, meter] = document.scripts
    const changed = { ...document, scripts: [{ ...cases!, periodSeconds: 60 }, meter!] }
    const box = await rig.box(birch)
    const [air, defrost] = birch.freezer.pointIds
    const at = rig.clock.now()
    // fills what the alarm rules remember of the store
    await box.say('live', cycleMessage(1, at - 1_000, [[air, 0, -20]], { cfg: 1 }))
    const watched = () =>
      rig.database.kysely
        .selectFrom('alarmWatch')
        .select('state')
        .where('deviceId', '=', birch.freezer.deviceId)
        .executeTakeFirst()
    await expect.poll(async () => JSON.stringify(await watched())).toContain(String(at - 1_000))
    expect(await put(birch, changed)).toEqual({ ok: true, value: 2 })
    expect(await lists(birch)).toEqual([
      { deviceId: birch.freezer.deviceId, periodSeconds: 300, firstRevision: 1, lastRevision: 1 },
      { deviceId: birch.meter.deviceId, periodSeconds: 300, firstRevision: 1, lastRevision: 1 },
      { deviceId: birch.freezer.deviceId, periodSeconds: 60, firstRevision: 2, lastRevision: null },
      { deviceId: birch.meter.deviceId, periodSeconds: 60, firstRevision: 2, lastRevision: null },
    ])
    const warm = [
      [air, 0, 10],
      [defrost, 0, 0],
    ]
    await box.say('live', cycleMessage(2, at, warm, { cfg: 2 }))
    // the rules read the new list at once: it is too warm
    await expect.poll(async () => JSON.stringify(await watched())).toContain(String(at))
    const listOf = () =>
      rig.database.kysely
        .selectFrom('scan')
        .innerJoin('pointList', 'pointList.pointListId', 'scan.pointListId')
        .select(['pointList.firstRevision', 'scan.values'])
        .where('scan.storeId', '=', birch.storeId)
        .orderBy('scan.at')
        .execute()
    await expect.poll(listOf).toMatchObject([
      { firstRevision: 1, values: [-20, expect.anything()] },
      { firstRevision: 2, values: [10, 0] },
    ])
    // the terminal does not take it: what it runs has the present lists again
    const id = await idOf(birch, 2)
    await box.result(id, 'refused', {
      err: { code: 'E_FORM', text: 'faults' },
      out: { rev: 1, faults: [{ path: 'scripts.0', code: 'format', value: '' }] },
    })
    expect((await lists(birch)).map(({ lastRevision }) => lastRevision)).toEqual([null, null, 2, 2])
    expect(await states(birch)).toEqual([[2, 'refused']])
    await box.end()
  })

  test('what a terminal counts of its buses goes on, whatever it polls', async () => {
    const { alder } = rig.fleet.stores
    const [air] = alder.freezer.pointIds
    const { pointListId } = await rig.database.kysely
      .insertInto('pointList')
      .values({
        storeId: alder.storeId,
        deviceId: alder.freezer.deviceId,
        periodSeconds: 900,
        valuePoints: [air!],
        counterPoints: [],
        firstRevision: 1,
        lastRevision: null,
        countsBus: true,
      })
      .returning('pointListId')
      .executeTakeFirstOrThrow()
    const document = documentOf(alder)
    expect((await put(alder, { ...document, scripts: document.scripts.slice(1) })).ok).toBe(true)
    const kept = await rig.database.kysely
      .selectFrom('pointList')
      .select('lastRevision')
      .where('pointListId', '=', pointListId)
      .executeTakeFirstOrThrow()
    expect(kept.lastRevision).toBeNull()
  })

  test('its terminal is ordered to count its buses, as points that are made once and apply to every revision', async () => {
    const { dogwood } = rig.fleet.stores
    const { freezer, meter } = dogwood
    const statisticsOf = async (revision: number) => {
      const body = await selectBundleBody(rig.database.kysely, dogwood.storeId, dogwood.terminalId, revision)
      return JSON.parse(Buffer.from(body ?? '').toString()).statistics
    }
    const counting = async () =>
      rig.database.kysely
        .selectFrom('pointList')
        .select(['deviceId', 'periodSeconds', 'valuePoints', 'firstRevision', 'lastRevision'])
        .where('storeId', '=', dogwood.storeId)
        .where('countsBus', '=', true)
        .orderBy('pointListId')
        .execute()
    await put(dogwood, documentOf(dogwood))
    const made = await counting()
    const row = { periodSeconds: 900, firstRevision: 0, lastRevision: null }
    expect(made).toMatchObject([
      { deviceId: freezer.deviceId, ...row },
      { deviceId: meter.deviceId, ...row },
    ])
    const pointsOf = (place: number) =>
      busKinds.map((kind, index) => ({ pointId: made[place]!.valuePoints[index], kind }))
    expect(await statisticsOf(2)).toEqual({
      periodSeconds: 900,
      devices: [
        { portId: 'p1', unitId: 1, points: pointsOf(0) },
        { portId: 'p1', unitId: 9, points: pointsOf(1) },
      ],
    })
    await put(dogwood, documentOf(dogwood))
    expect(await counting()).toEqual(made)
    expect(await statisticsOf(3)).toEqual(await statisticsOf(2))
    const box = await rig.box(dogwood)
    await box.result(await idOf(dogwood, 3), 'refused', { out: { rev: 1 } })
    const at = rig.clock.now()
    const counts = made[0]!.valuePoints.map((pointId, index) => [pointId, 0, index])
    for (const [index, cfg] of [1, 3].entries()) {
      await box.say('live', cycleMessage(1 + index, at - 900_000 * index, counts, { cfg }))
    }
    const kept = () =>
      rig.database.kysely
        .selectFrom('scan')
        .select('values')
        .where('storeId', '=', dogwood.storeId)
        .where('pointListId', '=', (db) =>
          db
            .selectFrom('pointList')
            .select('pointListId')
            .where('deviceId', '=', freezer.deviceId)
            .where('countsBus', '=', true),
        )
        .execute()
    await expect.poll(kept).toEqual(Array(2).fill({ values: [0, 1, 2, 3, 4, 5, 6] }))
    await box.end()
    // what is counted cannot be polled
    const polled = documentOf(dogwood)
    polled.scripts[0]!.commands[0]!.nodes[0]!.pointId = made[0]!.valuePoints[0]!
    expect(await put(dogwood, polled)).toMatchObject({ ok: false, problem: [{ code: 'point_foreign' }] })
  })

  test('a newer one takes the place of one that never arrived; one put back gives way to the one before', async () => {
    const { cedar } = rig.fleet.stores
    await put(cedar, documentOf(cedar))
    await put(cedar, documentOf(cedar))
    expect(await states(cedar)).toEqual([
      [3, 'queued'],
      [2, 'replaced'],
    ])
    const box = await rig.box(cedar)
    await expect.poll(() => ordersOf(box).map(({ arg }) => arg.rev)).toEqual([3])
    await box.result(await idOf(cedar, 3), 'done', { out: { rev: 3 } })
    await put(cedar, documentOf(cedar, { scripts: [] }))
    const id = await idOf(cedar, 4)
    await box.result(id, 'done', { out: { rev: 4 } })
    expect(await states(cedar)).toEqual([
      [4, 'active'],
      [3, 'replaced'],
      [2, 'replaced'],
    ])
    await box.result(id, 'failed', { err: { code: 'E_ROLLED_BACK', text: 'crashed' }, out: { rev: 3 } })
    expect(await states(cedar)).toEqual([
      [4, 'rolled_back'],
      [3, 'active'],
      [2, 'replaced'],
    ])
    expect((await lists(cedar)).filter(({ lastRevision }) => lastRevision === null)).toHaveLength(2)
    await box.end()
  })

  test('one that no terminal fetches in a week expires, and nothing is desired any more', async () => {
    const { dogwood } = rig.fleet.stores
    await put(dogwood, documentOf(dogwood))
    const [[revision] = []] = await states(dogwood)
    rig.clock.advance(days(7))
    await rig.dispatch.round()
    expect((await states(dogwood))[0]).toEqual([revision, 'expired'])
    const box = await rig.box(dogwood)
    expect(box.commands).toEqual([])
  })

  test('faults are reported with their places, and nothing is kept', async () => {
    const { dogwood, alder } = rig.fleet.stores
    const foreign = documentOf(alder)
    const before = await states(dogwood)
    const result = await put(dogwood, { ...foreign, ports: [] })
    expect(result).toMatchObject({ ok: false })
    if (result.ok) return
    expect(result.problem).toContainEqual({
      path: 'scripts.0.commands.0.portId',
      code: 'port_unknown',
      value: 'p1',
    })
    expect(result.problem).toContainEqual({
      path: 'scripts.0.commands.0.nodes.0.pointId',
      code: 'point_foreign',
      value: String(alder.freezer.pointIds[0]),
    })
    expect(await put(dogwood, { ports: [], scripts: 'none', extra: 1 })).toEqual({
      ok: false,
      problem: [
        { path: 'scripts', code: 'type', value: '' },
        { path: 'extra', code: 'unknown', value: '' },
      ],
    })
    expect(await states(dogwood)).toEqual(before)
  })
})

describe('compiling', () => {
  test('the order of keys does not matter, everything else does', () => {
    expect(canonicalJson({ b: 1, a: [{ d: null, c: 'x' }] })).toBe('{"a":[{"c":"x","d":null}],"b":1}')
    expect(canonicalJson({ a: [2, 1] })).not.toBe(canonicalJson({ a: [1, 2] }))
  })

  test('whatever document people send, the answer is a bundle or faults: 5000 documents', () => {
    const loose = fc.record(
      { ports: fc.anything(), scripts: fc.oneof(fc.anything(), fc.array(fc.anything())) },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.anything(), loose), (document) => {
        const checked = checkDocument(document, new Map())
        if (!checked.ok) expect(checked.problem.length).toBeGreaterThan(0)
      }),
      { numRuns: 5_000 },
    )
  })

  test('a bundle only goes forward, and what is known is never taken back', () => {
    expect(bundleStateAfter('sent', 'active')).toBe('active')
    expect(bundleStateAfter('active', 'checked')).toBeNull()
    expect(bundleStateAfter('active', 'rolled_back')).toBe('rolled_back')
    expect(bundleStateAfter('rolled_back', 'active')).toBeNull()
    expect(bundleStateAfter('expired', 'active')).toBe('active')
    expect(bundleStateAfter('active', 'refused')).toBeNull()
  })
})
