import { expect, test } from 'vitest'
import { countTests, skippedIn } from '../tools/steps/run-vitest'

const of = (status: 'passed' | 'failed' | 'skipped') => ({ status })

test('passed and failed tests are counted, left-out ones are neither', () => {
  const report = {
    testResults: [
      { status: 'failed', assertionResults: [of('passed'), of('failed'), of('skipped')] },
      { status: 'passed', assertionResults: [of('passed')] },
    ],
  }
  expect(countTests(report)).toEqual({ passed: 2, failed: 1 })
})

test('a file that cannot be loaded is one failure', () => {
  expect(countTests({ testResults: [{ status: 'failed', assertionResults: [] }] })).toEqual({
    passed: 0,
    failed: 1,
  })
})

test('a left-out test is named with its reason', () => {
  const log =
    ' ✓ a.test.ts > runs 1ms\n ↓ a.test.ts > needs a peer 4ms [socat is not installed]\n ↓ b.test.ts > waits\n'
  expect(skippedIn(log)).toEqual(['a.test.ts > needs a peer (socat is not installed)', 'b.test.ts > waits'])
})
