import { epochMs } from '@coldkeep/domain/time/instant'
import { expect, test } from 'vitest'
import { fillIn, type Ground, writeOn } from '../screen/canvas'
import { resumeStore } from '../store-run'
import { ends, fleet } from '../testing/live-rig'
import { drawSalesFloor, drawTill } from './draw-scene'
import { sceneOf } from './store-scene'

const ground = (): Ground => ({ words: new Uint32Array(640 * 360), width: 640, height: 360 })
const cut = ({ words, width }: Ground, x: number, y: number, across: number, down: number) =>
  Array.from({ length: down }, (_, row) => [
    ...words.subarray((y + row) * width + x, (y + row) * width + x + across),
  ])
const light = ({ words }: Ground) =>
  words.reduce((sum, word) => sum + (word & 255) + ((word >> 8) & 255) + ((word >> 16) & 255), 0) /
  words.length /
  3
const scene = {
  title: 'STORE 0412',
  clock: '20:05',
  isOpen: true,
  cases: [
    { name: 'freezer 1', celsius: -19.43, isDoorOpen: false, isDefrosting: false },
    { name: 'freezer 2', celsius: 3, isDoorOpen: true, isDefrosting: false },
  ],
}

test('a case shows its temperature, by day and by night, and the light is that of the hour', () => {
  const day = drawSalesFloor(scene)
  const night = drawSalesFloor({ ...scene, isOpen: false })
  // five letters of 10 dots and the gaps between them end 10 before the right edge of the case
  const expected = ground()
  fillIn(expected, { x: 0, y: 0, width: 58, height: 14 }, [22, 24, 28])
  writeOn(expected, '-19.4', { x: 0, y: 0, scale: 2 }, [232, 92, 74])
  for (const picture of [day, night])
    expect(cut(picture, 12 + 112 - 10 - 58, 34, 58, 14)).toEqual(cut(expected, 0, 0, 58, 14))
  expect(light(night)).toBeLessThan(light(day) / 2)
})

test('an open door is seen, and of a till nothing', () => {
  const closed = { ...scene, cases: scene.cases.map((one) => ({ ...one, isDoorOpen: false })) }
  const door = (of: typeof scene) => cut(drawSalesFloor(of), 12 + 124 + 106, 60, 10, 4)
  expect(door(scene)).not.toEqual(door(closed))
  const till = cut(drawTill(scene), 232, 128, 176, 120).flat()
  expect(new Set(till)).toEqual(new Set([0xff606060]))
})

test('what a camera sees is the store as it is', () => {
  const [store] = fleet.stores
  const saved = store && ends.get(store.index)
  if (store === undefined || saved === undefined) throw new Error('the fleet has no store')
  const run = resumeStore(fleet, store, saved)
  const seen = sceneOf(run, epochMs(Date.parse('2026-11-21T02:00:00Z')))
  const cabinets = run.devices.flatMap((device) =>
    device.kind === 'meter' ? [] : [device.state.measuredAirC],
  )
  expect(seen.cases.map(({ celsius }) => celsius)).toEqual(cabinets)
  expect(cabinets.length).toBeGreaterThan(2)
  // both zones of the fleet are whole hours from UTC
  expect(seen.clock).toMatch(/^\d\d:00$/)
})
