import { createTranslator } from '@coldkeep/phrases/phrases'
import { expect, test } from 'vitest'
import { leftOutTexts, reachText } from './target-words'

const t = createTranslator('en')
const reach = {
  stores: 214,
  terminals: 230,
  devices: 1902,
  waves: [5, 41, 184],
  otherType: 0,
  cannotUpdate: 1,
  upToDate: 12,
  busy: 0,
  unknownNumbers: [],
  repeatedNumbers: [],
}

test('what a choice comes to is one line', () => {
  expect(reachText(reach, t)).toBe('214 stores · 230 terminals · 1,902 devices')
  expect(reachText({ ...reach, stores: 1, terminals: 1, devices: 1 }, t)).toBe(
    '1 store · 1 terminal · 1 device',
  )
})

test('terminals that are left out are counted by their reason', () => {
  expect(leftOutTexts(reach, t, { isForBoxes: false })).toEqual([
    '1 terminal: program too old for updates',
    '12 terminals: already up to date',
  ])
})

test('for systems of boxes the reasons speak of boxes', () => {
  expect(leftOutTexts({ ...reach, otherType: 2 }, t, { isForBoxes: true })).toEqual([
    '2 terminals: box with another program for system updates',
    '1 terminal: no box with system updates set up',
    '12 terminals: already up to date',
  ])
})

test('numbers that no store has, or that stand there twice, are named, the first five of many', () => {
  const unknownNumbers = ['1', '2', '3', '4', '5', '6']
  expect(
    leftOutTexts({ ...reach, upToDate: 0, cannotUpdate: 0, unknownNumbers, repeatedNumbers: ['7'] }, t, {
      isForBoxes: false,
    }),
  ).toEqual(['6 numbers not found: 1, 2, 3, 4, 5 …', '1 number entered more than once: 7'])
})
