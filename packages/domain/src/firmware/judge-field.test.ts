import { expect, test } from 'vitest'
import type { VendorId } from '../ids'
import type { FieldCourse, FieldHour } from './field-measures'
import { judgeField } from './judge-field'

/** 1,000 polls of each of two models, all answered. */
const GOOD: FieldHour = {
  ...polled(1000, 1000),
  outboxAgeP95Ms: 30_000,
  minutesLost: 0,
  restarts: 0,
  rowsPerMinute: 50,
}

function polled(a: number, b: number): Pick<FieldHour, 'polls'> {
  return {
    polls: new Map([
      ['a', { sent: 1000, answered: a }],
      ['b', { sent: 1000, answered: b }],
    ]),
  }
}

const stores = (
  count: number,
  isUpdated: boolean,
  after: Partial<FieldHour> = {},
  of: Partial<FieldCourse> = {},
): FieldCourse[] =>
  Array.from({ length: count }, () => ({
    isUpdated,
    hardware: 'one',
    vendorId: 1 as VendorId,
    hour: 1,
    before: GOOD,
    after: { ...GOOD, ...after },
    history: [],
    ...of,
  }))
const others = (after: Partial<FieldHour> = {}, of: Partial<FieldCourse> = {}) =>
  stores(100, false, after, of)
const updated = (after: Partial<FieldHour> = {}, of: Partial<FieldCourse> = {}) => stores(20, true, after, of)
const pausesFor = (measure: string, about: unknown, worse: number, count = 20, beside = 100) => ({
  kind: 'pause',
  finding: { measure, about, worse: expect.closeTo(worse, 9), stores: count, others: beside },
})
const goesOn = { kind: 'go_on', comparisons: expect.any(Number) }

test('stores that do as before go on, after each measure of all and of the hardware, and each model', () => {
  expect(judgeField([...updated(), ...others()])).toEqual({ kind: 'go_on', comparisons: 5 + 5 + 2 })
})

test.each([
  // 2 points of each model are the limit
  [980, 980, null],
  [970, 970, pausesFor('poll_success', null, 0.03)],
  // 2.5 points of one are 1.25 of both
  [975, 1000, pausesFor('poll_success', { kind: 'model', name: 'a' }, 0.025)],
  [1000, 950, pausesFor('poll_success', { kind: 'model', name: 'b' }, 0.05)],
  // one loses 10, the other 4, not less than half: 3 would be
  [950, 900, pausesFor('poll_success', null, 0.1)],
  [960, 900, pausesFor('poll_success', { kind: 'model', name: 'b' }, 0.1)],
])('of 1,000 polls of each model %d and %d are answered', (a, b, expected) => {
  expect(judgeField([...updated(polled(a, b)), ...others()])).toEqual(expected ?? goesOn)
})

test('an hour that is bad for all is no fault of a program, and one that others do not share is', () => {
  const bad = polled(900, 900)
  expect(judgeField([...updated(bad), ...others(bad)])).toEqual(goesOn)
  // most updated stores have the bad hour, most others the good one
  const courses = [
    ...stores(15, true, bad, { hour: 2 }),
    ...stores(5, true),
    ...stores(10, false, bad, { hour: 2 }),
    ...stores(90, false),
  ]
  expect(judgeField(courses)).toEqual(goesOn)
  // in an hour without others nothing is compared
  expect(judgeField([...updated(bad, { hour: 3 }), ...others()])).toEqual({
    kind: 'go_on',
    comparisons: 0,
  })
})

test('an hour in which fewer than five others were seen is not judged', () => {
  const of = (count: number) => [
    ...updated(polled(950, 950), { hour: 2 }),
    ...stores(count, false, {}, { hour: 2 }),
    ...others(),
  ]
  expect(judgeField(of(4))).toEqual({ kind: 'go_on', comparisons: 0 })
  // with 10 there are others enough
  expect(judgeField(of(10))).toMatchObject({ kind: 'pause' })
})

test('what others are worse by themselves is taken off, where their middle one does not show it', () => {
  // 40 of 100 lose 2 points: of their middle half 15 of 50, 0.6 points; updated ones lose 2.5
  const some = [...stores(60, false), ...stores(40, false, polled(980, 980))]
  expect(judgeField([...updated(polled(975, 975)), ...some])).toEqual(goesOn)
  expect(judgeField([...updated(polled(973, 973)), ...some])).toEqual(
    pausesFor('poll_success', null, 0.027 - 0.006),
  )
})

test('twenty polls say nothing', () => {
  const of = (answered: number) => ({ polls: new Map([['a', { sent: 20, answered }]]) })
  const before = { ...GOOD, ...of(20) }
  const courses = [...stores(20, true, of(15), { before }), ...stores(100, false, of(20), { before })]
  expect(judgeField(courses)).toEqual({ kind: 'go_on', comparisons: 4 + 4 })
})

test('the line of one store is no reason: of 20 it is 5 points of their mean', () => {
  expect(judgeField([...stores(19, true), ...stores(1, true, polled(0, 0)), ...others()])).toEqual(goesOn)
})

test('what others show too is improbable enough only where it is seldom among them', () => {
  // a fifth of the others lost as much
  const third = [...stores(80, false), ...stores(20, false, polled(970, 970))]
  expect(judgeField([...stores(3, true, polled(970, 970)), ...third])).toEqual(goesOn)
  expect(judgeField([...updated(polled(970, 970)), ...third])).toMatchObject({ kind: 'pause' })
})

test('a store that was ill before is left out', () => {
  const ill = { ...GOOD, ...polled(850, 850) }
  // 12 recover, which hides that 8 are worse
  const courses = [
    ...stores(12, true, {}, { before: ill }),
    ...stores(8, true, polled(970, 970)),
    ...others(),
  ]
  expect(judgeField(courses)).toMatchObject({ finding: { measure: 'poll_success', stores: 8 } })
})

test('an age that is not known is not compared', () => {
  const unknown = { outboxAgeP95Ms: null }
  const before = { ...GOOD, ...unknown }
  const courses = [...updated(unknown, { before }), ...others(unknown, { before })]
  expect(judgeField(courses)).toEqual({ kind: 'go_on', comparisons: 4 + 4 + 2 })
})

test.each([
  // half a minute is added to all: (95 + 30) / (30 + 30) is more than double, (90 + 30) / (30 + 30) is not
  [95_000, 30_000, 'pause'],
  [90_000, 30_000, 'go_on'],
  // 220 / 120 of updated ones and of others
  [190_000, 90_000, 'go_on'],
  [95_000, 95_000, 'go_on'],
])('the outbox of updated stores is %d ms old, of others %d', (age, other, kind) => {
  const verdict = judgeField([...updated({ outboxAgeP95Ms: age }), ...others({ outboxAgeP95Ms: other })])
  expect(verdict).toMatchObject({ kind, ...(kind === 'pause' && { finding: { measure: 'outbox_age' } }) })
})

test.each([
  ['restarts', { restarts: 1 }, null],
  ['restarts', { restarts: 2 }, 2],
  ['minutes_lost', { minutesLost: 2 }, null],
  ['minutes_lost', { minutesLost: 3 }, 3],
  ['rows', { rowsPerMinute: 47.6 }, null],
  // 45.01 of 50.01 rows with the hundredth that is added
  ['rows', { rowsPerMinute: 45 }, Math.log(50.01 / 45.01)],
] as const)('%s: %j', (measure, after, worse) => {
  expect(judgeField([...updated(after), ...others()])).toEqual(
    worse === null ? goesOn : pausesFor(measure, null, worse),
  )
})

test('what falls on one hardware names it', () => {
  const two = { hardware: 'two' }
  const courses = [
    ...updated(),
    ...stores(6, true, { restarts: 4 }, two),
    ...others(),
    ...stores(50, false, {}, two),
  ]
  expect(judgeField(courses)).toEqual(pausesFor('restarts', { kind: 'hardware', name: 'two' }, 4, 6, 50))
})

test('of several findings the one furthest beyond its limit is reported', () => {
  // 3 restarts are three times their limit, 10 points five times theirs
  const verdict = judgeField([...updated({ restarts: 3, ...polled(900, 900) }), ...others()])
  expect(verdict).toMatchObject({ finding: { measure: 'poll_success', about: null } })
})

test('where a program breaks some stores and is good for the rest, more of them are broken than of others', () => {
  const broken = (count: number, of: Partial<FieldCourse> = {}) => stores(count, true, polled(0, 0), of)
  // 10 of 100 against none of 200: about one third to the tenth, 17 in a million
  const verdict = judgeField([
    ...stores(90, true),
    ...broken(10, { vendorId: 2 as VendorId }),
    ...stores(200, false),
  ])
  expect(verdict).toEqual({
    kind: 'pause',
    finding: { measure: 'broken', about: { kind: 'vendor', name: '2' }, worse: 0.1, stores: 10, others: 200 },
  })
  // 3 of 20 against none of 100: 1,140 ways of 280,840, no less than one of 247
  expect(judgeField([...stores(17, true), ...broken(3), ...others()])).toEqual(goesOn)
})

const week = (hours: readonly number[]) => ({
  history: hours.map((answered) => ({ ...GOOD, ...polled(answered, 1000) })),
})

test('few stores without others are held against their own week: more than half must be worse', () => {
  const usual = week([1000, 990, 1000, 980, 1000, 990, 1000])
  const few = (bad: number, after: Partial<FieldHour>) =>
    judgeField([...stores(bad, true, after, usual), ...stores(5 - bad, true, {}, usual)])
  const model = { kind: 'model', name: 'a' }
  // the middle of the week is 1,000
  expect(few(3, polled(940, 1000))).toEqual(pausesFor('poll_success', model, 0.06, 5, 0))
  expect(few(2, polled(940, 1000))).toEqual(goesOn)
  // no more than two points from the middle, and no worse than in the worst of the hours
  expect(few(5, polled(980, 1000))).toEqual(goesOn)
  const poor = week([1000, 990, 1000, 930, 1000, 990, 1000])
  expect(judgeField(stores(5, true, polled(940, 1000), poor))).toEqual(goesOn)
  // 4 points are much for all five, and three of them have had such an hour in their week
  const mixed = [...stores(3, true, polled(960, 1000), poor), ...stores(2, true, polled(960, 1000), usual)]
  expect(judgeField(mixed)).toEqual(goesOn)
  // of four days nothing is said
  expect(judgeField(stores(5, true, polled(900, 900), week([1000, 1000, 1000, 1000])))).toEqual({
    kind: 'go_on',
    comparisons: 0,
  })
})

test('a store that is alone must be far worse, and a rare one among many others is not judged by its week', () => {
  const usual = week([1000, 1000, 1000, 1000, 1000, 1000, 1000])
  // ten points are five times the limit
  expect(judgeField(stores(1, true, polled(900, 1000), usual))).toEqual(goesOn)
  expect(judgeField(stores(1, true, polled(899, 1000), usual))).toMatchObject({
    finding: { about: { kind: 'model', name: 'a' }, stores: 1 },
  })
  const rare = { ...usual, hardware: 'rare' }
  const bad = { restarts: 9 }
  const courses = [...stores(8, true, {}, usual), ...stores(1, true, bad, rare), ...others({}, usual)]
  expect(judgeField(courses)).toEqual(goesOn)
})

test('two stores among others are held against their week as these are', () => {
  const usual = week([1000, 990, 1000, 980, 1000, 990, 1000])
  const bad = stores(2, true, polled(940, 1000), usual)
  // of 102 over 2 = 5,151 pairs one
  expect(judgeField([...bad, ...others({}, usual)])).toMatchObject({ kind: 'pause' })
  // four others fail as well: 15 pairs of them
  expect(
    judgeField([...bad, ...stores(4, false, polled(940, 1000), usual), ...stores(96, false, {}, usual)]),
  ).toEqual(goesOn)
})
