import type { AccountId } from '@coldkeep/domain/ids'
import { epochMs, seconds } from '@coldkeep/domain/time/instant'
import { expect, test } from 'vitest'
import { countCalls } from './call-rate'

const [one, other] = [1, 2] as AccountId[] as [AccountId, AccountId]
const noon = epochMs(Date.UTC(2026, 10, 20, 12))

test('an account makes so many calls in a minute of the clock and is told when the next begins', () => {
  const rate = countCalls({ callsPerMinute: 3 })
  for (let call = 0; call < 3; call++) rate.count(one, epochMs(noon + seconds(10)))
  expect(() => rate.count(one, epochMs(noon + seconds(20)))).toThrow(
    expect.objectContaining({ code: 'request.too_many', values: { seconds: 40 } }),
  )
  rate.count(other, epochMs(noon + seconds(20)))
  rate.count(one, epochMs(noon + seconds(60)))
})
