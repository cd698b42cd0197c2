import { expect, test } from 'vitest'
import { tipPlace } from './tip-place'

const view = { width: 390, height: 800 }
const tip = { width: 100, height: 30 }

test('a tip is centred under its element', () => {
  expect(tipPlace({ left: 100, top: 50, width: 40, height: 20 }, tip, view)).toEqual({ left: 70, top: 76 })
})

test('at the edges it stays eight pixels inside the window', () => {
  expect(tipPlace({ left: 0, top: 50, width: 20, height: 20 }, tip, view).left).toBe(8)
  expect(tipPlace({ left: 370, top: 50, width: 20, height: 20 }, tip, view).left).toBe(282)
})

test('without room below, it is above', () => {
  expect(tipPlace({ left: 100, top: 770, width: 40, height: 20 }, tip, view).top).toBe(734)
})
