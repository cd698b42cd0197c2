import { expect, test } from 'vitest'
import { type Approval, type CarriedBy, isOpen, lineState } from './line-state'

const carried = (state: CarriedBy['state'], errorCode: string | null = null): CarriedBy => ({
  state,
  errorCode,
})
const stateOf = (command: CarriedBy | null, approval: Approval = 'not_needed', isReadBack = true) =>
  lineState({ approval, isFaulty: false, command, isReadBack })

test.each([
  // handed to the broker is not delivered: the box may be offline
  [carried('queued'), 'queued'],
  [carried('sent'), 'queued'],
  [carried('accepted'), 'delivered'],
  [carried('running'), 'written'],
  [carried('done'), 'confirmed'],
  [carried('expired'), 'expired'],
  [carried('refused', 'E_PORT'), 'refused'],
  [carried('cancelled'), 'withdrawn'],
  [carried('failed', 'E_TIMEOUT'), 'timed_out'],
  [carried('failed', 'E_RESTART'), 'timed_out'],
  [carried('failed', 'E_LOST'), 'timed_out'],
  [carried('failed', 'E_EXCEPTION(3)'), 'failed'],
  [carried('failed', 'E_KEPT'), 'failed'],
  [carried('failed', 'E_MISMATCH'), 'failed'],
] as const)('a write whose command is %j is %s', (command, state) => {
  expect(stateOf(command)).toBe(state)
})

test('without a command its state is that of its approval', () => {
  const states = (['waiting', 'rejected', 'expired', 'withdrawn'] as const).map((one) => stateOf(null, one))
  expect(states).toEqual(['awaiting', 'rejected', 'expired', 'withdrawn'])
})

test('what no node shows is answered, not confirmed; what a hindrance stopped is refused', () => {
  expect(stateOf(carried('done'), 'not_needed', false)).toBe('answered')
  expect(lineState({ approval: 'approved', isFaulty: true, command: null, isReadBack: true })).toBe('refused')
  const taken = {
    approval: 'approved',
    isFaulty: true,
    command: carried('cancelled'),
    isReadBack: true,
  } as const
  expect(lineState(taken)).toBe('withdrawn')
})

test('open are those that have not ended', () => {
  const open = ['awaiting', 'queued', 'delivered', 'written', 'confirmed', 'expired', 'timed_out'] as const
  expect(open.map(isOpen)).toEqual([true, true, true, true, false, false, false])
})
