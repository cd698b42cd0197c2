import { expect, test } from 'vitest'
import type { TerminalId } from '../ids'
import { epochMs } from '../time/instant'
import { type ArrivedState, type FoldedState, foldedState, foldStates } from './fold-states'

type State = Pick<ArrivedState, 'connection' | 'online'>

const terminal = 'TB-0001' as TerminalId
const online = (connection: string): State => ({
  connection,
  online: {
    sentAtMs: 500,
    program: '1.0.0',
    firmwareType: null,
    firmwareVersion: null,
    boot: null,
    revision: 1,
    backlog: 0,
    screenConsent: null,
    cameras: [],
  },
})
const offline = (connection: string): State => ({ connection, online: null })
const fold = (states: State[], isKept = false) =>
  states
    .map((state, i) => foldedState({ terminal, ...state, receivedAt: epochMs(1000 + i), isKept }))
    .reduce<FoldedState | undefined>(foldStates, undefined)

test('a new connection is online, whatever came before', () => {
  expect(fold([offline('aaaa'), online('bbbb')])).toMatchObject({
    online: { connection: 'bbbb', program: '1.0.0', firmwareType: null, boot: null, revision: 1, backlog: 0 },
    endedConnection: null,
  })
})

test('the late will of an older connection is ignored', () => {
  expect(fold([online('bbbb'), offline('aaaa')])).toMatchObject({
    online: { connection: 'bbbb' },
    endedConnection: null,
  })
})

test('the end of the current connection counts', () => {
  expect(fold([online('bbbb'), offline('bbbb')])).toMatchObject({ endedConnection: 'bbbb' })
  expect(fold([offline('aaaa')])).toMatchObject({ online: null, endedConnection: 'aaaa' })
})

test('a retained state counts from when it was sent, a fresh one from when it arrived', () => {
  expect(fold([online('bbbb')], true)?.seenAt).toBe(500)
  expect(fold([online('bbbb')])?.seenAt).toBe(1000)
})

test('an end that waits with its connection is not undone by the will of an older one', () => {
  const both = fold([online('bbbb'), offline('bbbb')])!
  const late = foldedState({ terminal, ...offline('aaaa'), receivedAt: epochMs(2000), isKept: false })
  expect(foldStates(both, late)).toMatchObject({ online: { connection: 'bbbb' }, endedConnection: 'bbbb' })
})
