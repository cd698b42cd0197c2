import { days, epochMs } from '@coldkeep/domain/time/instant'
import { describe, expect, test } from 'vitest'
import { OWN_TYPE, ReleaseMaker } from '../testing/release-maker'
import { newSigner } from '../testing/signer'
import { checkRelease } from './check-release'

const NOW = epochMs(Date.parse('2026-11-26T08:00:00Z'))
const IMAGE = Buffer.from('an image')
const maker = new ReleaseMaker()

type Changes = Parameters<ReleaseMaker['release']>[1]

function check(changes: Changes, rules: Partial<Parameters<typeof checkRelease>[1]> = {}) {
  return checkRelease(maker.release(IMAGE, { now: NOW, ...changes }), {
    root: maker.root.trusted,
    knownKeys: 0,
    now: NOW,
    type: OWN_TYPE,
    installed: '0.1.0',
    ...rules,
  })
}

test('a release of the current key, and one of the next, is taken with the number of its keys', () => {
  for (const signer of [maker.current, maker.next]) {
    expect(check({ signer, keys: { number: 4 } }, { knownKeys: 4 })).toMatchObject({
      ok: true,
      value: { keysNumber: 4, manifest: { version: '0.2.0', size: 8 } },
    })
  }
})

describe('refused is', () => {
  const stranger = newSigner('root')
  test.each<[what: string, code: string, changes: Changes, rules?: Parameters<typeof check>[1]]>([
    ['a release of another root', 'E_SIG', { root: stranger }],
    ['a release of another key', 'E_SIG', { signer: newSigner('r1') }],
    ['a manifest that the root has signed itself', 'E_SIG', { signer: maker.root }],
    ['a release whose time is over', 'E_EXPIRED', { manifest: { expires: NOW } }],
    ['a release whose keys are over', 'E_EXPIRED', { keys: { expires: NOW } }],
    ['a list of keys older than one that was seen', 'E_OLD_KEYS', { keys: { number: 3 } }, { knownKeys: 4 }],
    ['a manifest with a field of its own', 'E_FORM', { manifest: { extra: 1 } as never }],
    ['an image for another kind of machine', 'E_TYPE', { manifest: { type: 'terminal-linux-s390x' } }],
    ['the version that runs', 'E_OLD', { manifest: { version: '0.1.0' } }],
    [
      'the version that runs, even as the way back',
      'E_OLD',
      { manifest: { version: '0.1.0', rollback: true } },
    ],
    ['an older version', 'E_OLD', { manifest: { version: '0.1.0-rc.1' } }],
    ['a version that needs another one first', 'E_OLD', { manifest: { min: '0.1.1' } }],
  ])('%s', (_, code, changes, rules) => {
    expect(check(changes, rules)).toMatchObject({ ok: false, problem: { code } })
  })
})

test('a moment before its time is over, over its lowest version, or older and the way back, it is taken', () => {
  expect(check({ manifest: { expires: NOW + 1, min: '0.1.0' } }).ok).toBe(true)
  expect(check({ manifest: { version: '0.0.9', rollback: true } }).ok).toBe(true)
  expect(check({ keys: { expires: NOW + days(1) } }).ok).toBe(true)
})
