import type { RepairProgressId } from '@coldkeep/domain/ids'
import { expect, test } from 'vitest'
import { queuedCalls } from '../../site/queued-calls'
import type { WaitingRequest } from '../../site/waiting'
import { basedOn, bodyOf, keptRenewals, renewedBy, valuesOf, withFollowers } from './kept-renewal'
import type { RepairEntry } from './renew-form'

const of = {
  progress: { id: 1, title: 'Reported', phase: 'open' },
  assignee: { id: 4, name: 'Ada' },
  cause: 'Ice',
  revision: 3,
} as RepairEntry

const renewal = (id: string, body: object, state: WaitingRequest['state'] = 'waiting'): WaitingRequest => ({
  ...{ id, account: '1', kind: 'renewal', type: null, of: 'case', about: 'R-000001', after: null },
  ...{ enteredAt: 0, state, refusal: null },
  input: { params: { caseId: 1 }, body: { key: id, revision: 3, ...body } },
})

test('a further renewal goes on from those that wait, and not from those that were refused', () => {
  const requests = [
    renewal('a', { progressId: 3, assigneeId: null, note: 'on my way' }),
    renewal('b', { progressId: 9 }, 'refused'),
    renewal('c', { cause: 'Fan' }),
  ]
  const kept = keptRenewals(requests)
  expect(kept.map(({ id }) => id)).toEqual(['a', 'c'])
  expect(renewedBy(of, kept)).toEqual({ progressId: '3', assigneeId: 'none', cause: 'Fan', note: '' })
  expect(renewedBy(of, [])).toEqual({ progressId: '1', assigneeId: '4', cause: 'Ice', note: '' })
})

test('one that was outdated is based on the case as it is, and stays the same otherwise', () => {
  const mine = renewal('a', { progressId: 3, note: 'mine' })
  expect(bodyOf(basedOn({ ...of, revision: 8 }, mine))).toEqual({
    key: 'a',
    revision: 8,
    progressId: 3,
    note: 'mine',
  })
})

test('one that was refused comes back into the form with its note, and with what it left out as it is', () => {
  const mine = renewal('a', { progressId: 3, note: 'mine' }, 'refused')
  expect(valuesOf(of, [mine])).toEqual({ progressId: '3', assigneeId: '4', cause: 'Ice', note: 'mine' })
})

test('with one that was refused come those that were to follow it: none of them overtakes it', () => {
  const first = renewal('a', { progressId: 3, cause: 'Fan', note: 'mine' }, 'refused')
  const second = { ...renewal('b', { progressId: 9, note: 'more' }), after: 'a' }
  const third = { ...renewal('c', { assigneeId: null }), after: 'b' }
  const other = renewal('d', { cause: 'Door' })
  const all = withFollowers(first, [first, other, second, third])
  expect(all.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(valuesOf(of, all)).toEqual({
    ...{ progressId: '9', assigneeId: 'none', cause: 'Fan', note: 'mine\nmore' },
  })
})

test('the next one follows where nobody came between, and else is left to be refused', () => {
  const { next } = queuedCalls.renewal
  const sent = { params: { caseId: 1 }, body: { key: 'a', revision: 3 } } as never
  const following = {
    params: { caseId: 1 },
    body: { key: 'b', revision: 3, progressId: 2 as RepairProgressId },
  } as never
  const answer = (revision: number) => ({ case: { revision } }) as never
  expect(next?.(sent, answer(4), following)).toMatchObject({ body: { key: 'b', revision: 4 } })
  expect(next?.(sent, answer(5), following)).toMatchObject({ body: { key: 'b', revision: 3 } })
})

test('a time that the service takes for the future is left out, and nothing else is given up', () => {
  const { amended, later } = queuedCalls.renewal
  const input = { params: { caseId: 1 }, body: { key: 'a', revision: 3, note: 'x' } } as never
  const timed = later?.(input, 1_000) as never
  expect(timed).toMatchObject({ body: { at: 1_000, note: 'x' } })
  expect(amended?.(input, { code: 'row.changed' } as never)).toBeNull()
  const untimed = amended?.(input, { code: 'repair.future' } as never)
  expect(untimed).toEqual({ params: { caseId: 1 }, body: { key: 'a', revision: 3, note: 'x' } })
  // what is sent then has no time, whenever it is tried again, and is given up if that is refused too
  expect(later?.(untimed as never, 2_000).body.at).toBeUndefined()
  expect(amended?.(untimed as never, { code: 'repair.future' } as never)).toBeNull()
})
