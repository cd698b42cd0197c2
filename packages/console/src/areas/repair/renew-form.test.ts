import type { Translate } from '@coldkeep/phrases/keys'
import { expect, test } from 'vitest'
import { followedBy, isSameRenewal, type RepairEntry, renewRules } from './renew-form'

const before = { progressId: '1', assigneeId: 'none', cause: '', note: '' }
const of = { id: 7, revision: 4 } as RepairEntry
const words = ((key: string) => key) as unknown as Translate

test('what someone else made of a case comes into the fields that were left as they were, and only into these', () => {
  const now = { progressId: '2', assigneeId: '5', cause: 'Ice', note: '' }
  expect(followedBy(before, before, now)).toEqual(now)
  expect(followedBy({ ...before, cause: 'Fan', note: 'mine' }, before, now)).toEqual({
    ...{ progressId: '2', assigneeId: '5', cause: 'Fan', note: 'mine' },
  })
  expect([isSameRenewal(before, { ...before }), isSameRenewal(before, { ...before, cause: 'Ice' })]).toEqual([
    true,
    false,
  ])
})

test('a form sends what was changed in it, and leaves the rest to whoever changed it last', () => {
  const body = (values: object) => renewRules('k', of, before, words).inputOf({ ...before, ...values }).body
  const base = { key: 'k', revision: 4 }
  expect(body({ note: 'mine' })).toEqual({ ...base, note: 'mine' })
  expect(body({ progressId: '3', note: ' ' })).toEqual({ ...base, progressId: 3 })
  expect(body({ assigneeId: '5' })).toEqual({ ...base, assigneeId: 5 })
  expect(body({ cause: 'Fan' })).toEqual({ ...base, cause: 'Fan' })
  const given = { ...before, assigneeId: '5', cause: 'Fan' }
  expect(renewRules('k', of, given, words).inputOf(before).body).toEqual({
    ...{ ...base, assigneeId: null, cause: '' },
  })
})
