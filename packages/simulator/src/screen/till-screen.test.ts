import { expect, test } from 'vitest'
import { TillScreen } from './till-screen'

const cases = [
  { name: 'Freezer 1', celsius: -19.4 },
  { name: 'Case 2', celsius: null },
]

/** Red, green and blue at a place. */
function at({ framebuffer }: TillScreen, x: number, y: number): number[] {
  return [...framebuffer.readRectangle({ x, y, width: 1, height: 1 }).subarray(0, 3)]
}

function rowOf({ framebuffer }: TillScreen, x: number, y: number, width: number): string {
  const pixels = new Uint32Array(framebuffer.readRectangle({ x, y, width, height: 1 }).buffer)
  const ground = pixels[0]
  return [...pixels].map((pixel) => (pixel === ground ? '.' : '#')).join('')
}

test('a name is drawn in dots of two pixels, as the letters say', () => {
  const screen = new TillScreen('STORE 0412')
  screen.show({ cases, clock: '20:05' })
  // the first case begins at 12,56, its name 10 further; the top row of an F is five dots, and of an R four
  expect(rowOf(screen, 21, 66, 25)).toBe('.##########..########....')
  // the fourth row of an F: four dots
  expect(rowOf(screen, 21, 72, 12)).toBe('.########...')
})

test('a click chooses the case under it and leaves it again, and marks where it was', () => {
  const screen = new TillScreen('STORE 0412')
  screen.show({ cases, clock: '20:05' })
  const ground = at(screen, 15, 59)
  const click = (x: number, y: number) => {
    for (const buttons of [0, 1, 0]) screen.take({ kind: 'pointer', buttons, x, y })
  }
  click(60, 150)
  expect(at(screen, 15, 59)).not.toEqual(ground)
  expect(at(screen, 60, 150)).toEqual([255, 214, 10])
  click(60, 150)
  expect(at(screen, 15, 59)).toEqual(ground)
  // beside all cases
  click(799, 479)
  expect(at(screen, 15, 59)).toEqual(ground)
})

test('what is typed stands in the line below, until it is removed or entered', () => {
  const screen = new TillScreen('STORE 0412')
  const line = () => rowOf(screen, 22, 441, 120)
  const empty = line()
  const press = (keysym: number) => screen.take({ kind: 'key', keysym, isDown: true })
  press(0x41)
  expect(line()).not.toBe(empty)
  press(0xff08)
  expect(line()).toBe(empty)
  press(0x01000000 + 0x51b7)
  press(0xff0d)
  expect(line()).toBe(empty)
})
