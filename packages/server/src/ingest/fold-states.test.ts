import type { StateMessage } from '@coldkeep/contract/mqtt/state'
import type { TerminalId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import { expect, test } from 'vitest'
import { type FoldedState, foldedState, foldStates } from './fold-states'

const terminal = 'TB-0001' as TerminalId
const online = (cn: string): StateMessage => ({
  v: 1,
  on: 1,
  cn,
  at: 500,
  prog: '1.0.0',
  cfg: 1,
  q: { n: 0, old: null },
  up: 1,
})
const offline = (cn: string): StateMessage => ({ v: 1, on: 0, cn })
const fold = (states: StateMessage[], isKept = false) =>
  states
    .map((state, i) => foldedState({ terminal, state, receivedAt: epochMs(1000 + i), isKept }))
    .reduce<FoldedState | undefined>(foldStates, undefined)

test('a new connection is online, whatever was before', () => {
  expect(fold([offline('aaaa'), online('bbbb')])).toMatchObject({
    online: { cn: 'bbbb' },
    endedConnection: null,
  })
})

test('the late will of an older connection is ignored', () => {
  expect(fold([online('bbbb'), offline('aaaa')])).toMatchObject({
    online: { cn: 'bbbb' },
    endedConnection: null,
  })
})

test('the end of the present connection counts', () => {
  expect(fold([online('bbbb'), offline('bbbb')])).toMatchObject({ endedConnection: 'bbbb' })
  expect(fold([offline('aaaa')])).toMatchObject({ online: null, endedConnection: 'aaaa' })
})

test('a kept state was heard when it was sent, a fresh one when it came', () => {
  expect(fold([online('bbbb')], true)?.heardAt).toBe(500)
  expect(fold([online('bbbb')])?.heardAt).toBe(1000)
})

test('an end that waits with its connection is not undone by the will of an older one', () => {
  const both = fold([online('bbbb'), offline('bbbb')])!
  const late = foldedState({ terminal, state: offline('aaaa'), receivedAt: epochMs(2000), isKept: false })
  expect(foldStates(both, late)).toMatchObject({ online: { cn: 'bbbb' }, endedConnection: 'bbbb' })
})
