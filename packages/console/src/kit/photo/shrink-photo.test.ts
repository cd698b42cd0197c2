import { expect, test } from 'vitest'
import { shrunkSize } from './shrink-photo'

test('the longer side becomes 1600 pixels, the shape stays', () => {
  expect(shrunkSize(4000, 3000)).toEqual({ width: 1600, height: 1200 })
  expect(shrunkSize(1080, 2400)).toEqual({ width: 720, height: 1600 })
})

test('a small picture stays as it is', () => {
  expect(shrunkSize(640, 480)).toEqual({ width: 640, height: 480 })
})
