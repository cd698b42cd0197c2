import { describe, expect, test } from 'vitest'
import type { UpdateState } from '../update/update-file'
import { beforeStart, type Finding, judged } from './judge'

const BOOT = 'boot-1'

function state(changes: Partial<UpdateState> = {}): UpdateState {
  return {
    v: 1,
    id: '01JD3K00000000000000000001',
    step: 'judging',
    from: { version: '0.1.0', folder: null },
    to: '0.2.0',
    starts: 1,
    deaths: 0,
    runsSince: BOOT,
    packaged: '0.1.0',
    ...changes,
  }
}

const died: Finding = { kind: 'died', status: 1 }

test('a program that works and has contact stays, in whichever order it says so', () => {
  expect(judged(state(), { kind: 'well', isConnected: true }).step).toBe('confirmed')
  const well = judged(state(), { kind: 'well', isConnected: false })
  expect(well.step).toBe('contact')
  expect(judged(well, { kind: 'connected' }).step).toBe('confirmed')
})

test('contact alone is not enough, and its lack is waited for', () => {
  expect(judged(state(), { kind: 'connected' }).step).toBe('judging')
  expect(judged(state({ step: 'contact' }), { kind: 'overdue' }).step).toBe('contact')
})

describe('the one before returns', () => {
  test.each<[string, UpdateState, Finding, string]>([
    ['where it did not show in time that it works', state(), { kind: 'overdue' }, 'E_CONFIRM'],
    ['where it ended twice', state({ deaths: 1 }), died, 'E_CONFIRM'],
    [
      'where it ended again while contact was waited for',
      state({ step: 'contact', deaths: 1 }),
      died,
      'E_CONFIRM',
    ],
    ['where it will not run with its settings', state(), { kind: 'died', status: 2 }, 'E_CONFIRM'],
    [
      'where it has no contact and the one before has',
      state({ step: 'contact' }),
      { kind: 'unlinked' },
      'E_LINK',
    ],
  ])('%s', (_, before, finding, code) => {
    expect(judged(before, finding)).toMatchObject({ step: 'back', code, runsSince: null })
  })

  test('but not for one end, nor for two with three minutes between', () => {
    const once = judged(state({ step: 'contact' }), died)
    expect(once).toMatchObject({ step: 'judging', deaths: 1 })
    const steady = judged({ ...once, step: 'contact' }, { kind: 'steady' })
    expect(judged(steady, died)).toMatchObject({ step: 'judging', deaths: 1 })
  })
})

test('what is over is not judged again', () => {
  for (const step of ['confirmed', 'reverted', 'back', 'switch'] as const) {
    const over = state({ step })
    for (const kind of ['overdue', 'unlinked', 'connected', 'steady'] as const)
      expect(judged(over, { kind })).toBe(over)
    expect(judged(over, died)).toBe(over)
  }
})

describe('an end that nobody saw', () => {
  test('counts where the machine was not started since: the watchdog has killed it', () => {
    expect(beforeStart(state(), BOOT)).toMatchObject({
      step: 'judging',
      starts: 2,
      deaths: 1,
      runsSince: BOOT,
    })
    expect(beforeStart(state({ step: 'contact' }), BOOT)).toMatchObject({ step: 'judging', deaths: 1 })
    expect(beforeStart(state({ deaths: 1 }), BOOT)).toMatchObject({ step: 'back', code: 'E_CONFIRM' })
  })

  test('was a power cut where it was; a sixth one is none', () => {
    let now = state({ starts: 0, runsSince: null })
    for (let boot = 1; boot <= 6; boot++) {
      now = beforeStart(now, `boot-${boot}`)
      expect(now).toMatchObject({ step: 'judging', starts: boot, deaths: 0 })
    }
    expect(beforeStart(now, 'boot-7')).toMatchObject({ step: 'back', code: 'E_CONFIRM' })
  })

  test('was none where it was stopped in order', () => {
    expect(beforeStart(state({ step: 'contact', runsSince: null }), BOOT)).toMatchObject({
      step: 'contact',
      deaths: 0,
    })
  })
})
