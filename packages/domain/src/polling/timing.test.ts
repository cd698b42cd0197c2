import { expect, test } from 'vitest'
import { characterMs, frameSilenceMs, type SerialLine, worstCollectionMs, worstCommandMs } from './timing'

const line: SerialLine = { baud: 9600, parity: 'none', data: 8, stop: 1 }
const step = { requestBytes: 8, timeoutMs: 500, retries: 2, intervalMs: 100 }

test('a character at 9600 baud without parity takes 1.0417 ms, with even parity a tenth more', () => {
  expect(characterMs(line)).toBeCloseTo(1.0417, 4)
  expect(characterMs({ ...line, parity: 'even' })).toBeCloseTo(1.1458, 4)
})

test('frames are 3.5 characters apart, at high speed 1.75 ms', () => {
  expect(frameSilenceMs(line)).toBeCloseTo(3.646, 3)
  expect(frameSilenceMs({ ...line, baud: 115_200 })).toBe(1.75)
  expect(frameSilenceMs(null)).toBe(0)
})

test('three attempts of 508.33 ms with two intervals of 100 ms take 1725 ms', () => {
  expect(worstCommandMs(step, line, 0)).toBeCloseTo(1725, 6)
})

test('with the rest after each timeout the same command takes 2725 ms', () => {
  expect(worstCommandMs(step, line)).toBeCloseTo(2725, 6)
})

test('forty such commands take 72.9 s, with the rests 132.4 s', () => {
  const steps = Array.from({ length: 40 }, () => step)
  expect(worstCollectionMs(steps, line, 0)).toBeCloseTo(72_900, 6)
  expect(worstCollectionMs(steps, line)).toBeCloseTo(132_400, 6)
})

test('an interval longer than the rest is kept', () => {
  expect(worstCommandMs({ ...step, retries: 1, intervalMs: 1000 }, null)).toBe(2000)
})

test('nothing to poll takes no time', () => {
  expect(worstCollectionMs([], line)).toBe(0)
})
