import type { TerminalId } from '@coldkeep/domain/ids'
import { expect, test } from 'vitest'
import type { Credential } from '../terminals/credential-queries'
import { credentialLookups } from './credential-lookups'

const idOf = (n: number) => `TB-${String(n).padStart(4, '0')}` as TerminalId
const credentialOf = (terminal: TerminalId): Credential => ({
  secretHash: Buffer.from(terminal),
  oldSecretHash: null,
  oldSecretUntil: null,
  isEnabled: true,
})

function lookups(fail: (terminals: readonly TerminalId[]) => boolean = () => false) {
  const questions: (readonly TerminalId[])[] = []
  const find = credentialLookups(async (terminals) => {
    questions.push(terminals)
    await Promise.resolve()
    if (fail(terminals)) throw new Error('away')
    const known = terminals.filter((terminal) => terminal !== idOf(0))
    return new Map(known.map((terminal) => [terminal, credentialOf(terminal)]))
  })
  return { find, questions }
}

test('however many sign in at once, one question at a time is asked, and each terminal is in it once', async () => {
  const { find, questions } = lookups()
  const all = await Promise.all(Array.from({ length: 1000 }, (_, n) => find(idOf(n % 100))))
  expect(questions.map((terminals) => terminals.length)).toEqual([1, 100])
  expect(all.map((found) => found && Buffer.from(found.secretHash).toString())).toEqual(
    Array.from({ length: 1000 }, (_, n) => (n % 100 === 0 ? null : idOf(n % 100))),
  )
})

test('whoever asks later is not told what was true before', async () => {
  const { find, questions } = lookups()
  await find(idOf(1))
  await find(idOf(1))
  expect(questions).toEqual([[idOf(1)], [idOf(1)]])
})

test('a question that fails fails for those who waited for it, and the next is asked', async () => {
  const { find } = lookups(([first]) => first === idOf(1))
  const failing = expect(find(idOf(1))).rejects.toThrow('away')
  expect(await find(idOf(2))).toEqual(credentialOf(idOf(2)))
  await failing
})
