import { expect, test } from 'vitest'
import { isCommonPassword, isMadeOfNames } from './weak-password'

test.each(['qwertyuiop', '1234567890', 'Password123', '1Q2W3E4R5T'])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test('words in a row that no one chooses are not', () => {
  expect(isCommonPassword('lantern gravel soup')).toBe(false)
})

const names = ['Frostline Foods', 'n.larsen', 'Nora Larsen', 'nora@frostline.example', '冷鏈物流']

test.each([
  'Coldkeep2026',
  'frostline-2026!',
  'FrostlineFoods',
  'NoraLarsen77',
  'larsenlarsen1',
  '冷鏈物流冷鏈物流2026',
])('%s is made of names', (password) => {
  expect(isMadeOfNames(password, names)).toBe(true)
})

test.each(['ten letters', 'coldkeep and my own words', 'nobody knows', '冷たいみかんと犬と雨'])(
  '%s is not',
  (password) => {
    expect(isMadeOfNames(password, names)).toBe(false)
  },
)
