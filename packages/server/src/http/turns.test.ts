import { Problem } from '@coldkeep/contract/problem'
import type { AccountId } from '@coldkeep/domain/ids'
import { beforeEach, expect, test } from 'vitest'
import { openTurns, type Turns } from './turns'

const [reader, other, third] = [1, 2, 3] as AccountId[] as [AccountId, AccountId, AccountId]

let turns: Turns
let begun: string[]
let endings: Map<string, () => void>
beforeEach(() => {
  turns = openTurns({ heavyRunning: 3, heavyRunningOfOne: 2, heavyWaitingOfOne: 3, filesOfOne: 2 })
  begun = []
  endings = new Map()
})

function waitForTurn(
  accountId: AccountId,
  name: string,
  gone = new AbortController().signal,
): Promise<string> {
  return turns.take(accountId, gone, () => {
    begun.push(name)
    return new Promise<string>((resolve) => endings.set(name, () => resolve(name)))
  })
}

async function end(name: string): Promise<void> {
  endings.get(name)?.()
  await settled()
}

/** What follows from an ending has happened by the next turn of the loop. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('of one account so many run, so many wait, and the others are told when to ask again', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) void waitForTurn(reader, name)
  await settled()
  expect(begun).toEqual(['a', 'b'])
  await expect(waitForTurn(reader, 'f')).rejects.toMatchObject({
    code: 'request.busy',
    values: { seconds: 2 },
  })
  await end('a')
  expect(begun).toEqual(['a', 'b', 'c'])
  void waitForTurn(reader, 'f')
  for (const name of ['b', 'c', 'd', 'e']) await end(name)
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

test('accounts take turns, however many calls one of them has', async () => {
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void waitForTurn(reader, name)
  for (const name of ['b1', 'b2']) void waitForTurn(other, name)
  for (const name of ['c1', 'c2']) void waitForTurn(third, name)
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  // three places: who has begun last waits for the others
  await end('a1')
  await end('a2')
  await end('b1')
  expect(begun.slice(3)).toEqual(['a3', 'b2', 'c1'])
})

test('a call of who has hung up is not begun, and one that fails gives its place back', async () => {
  void waitForTurn(reader, 'a')
  const gone = new AbortController()
  const failing = turns.take(reader, gone.signal, () => Promise.reject(new Problem('point.unknown')))
  const left = waitForTurn(reader, 'left', gone.signal)
  const later = waitForTurn(reader, 'later')
  gone.abort()
  await expect(left).rejects.toMatchObject({ code: 'request.busy' })
  await expect(failing).rejects.toMatchObject({ code: 'point.unknown' })
  await settled()
  expect(begun).toEqual(['a', 'later'])
  await end('later')
  expect(await later).toBe('later')
})
