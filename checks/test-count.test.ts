import { expect, test } from 'vitest'
import { root } from '../tools/steps/run-command'
import { countTests, failuresIn, secondTriesIn, skippedIn } from '../tools/steps/run-vitest'

const of = (status: 'passed' | 'failed' | 'skipped', failureMessages: string[] = []) => ({
  status,
  fullName: `adds ${status}`,
  failureMessages,
})
const file = (name: string, status: string, assertionResults: ReturnType<typeof of>[]) => ({
  name: `${root}${name}`,
  status,
  assertionResults,
})

test('passed and failed tests are counted, left-out ones are neither', () => {
  const report = {
    testResults: [
      file('a.test.ts', 'failed', [of('passed'), of('failed'), of('skipped')]),
      file('b.test.ts', 'passed', [of('passed')]),
    ],
  }
  expect(countTests(report)).toEqual({ passed: 2, failed: 1 })
})

test('a file that cannot be loaded is one failure', () => {
  const report = { testResults: [file('a.test.ts', 'failed', [])] }
  expect(countTests(report)).toEqual({ passed: 0, failed: 1 })
  expect(failuresIn(report)).toEqual(['a.test.ts'])
})

test('a failure is reported in one line: file, name, first line of the message', () => {
  const failed = of('failed', ['Error: 3 is not 4\n    at a.test.ts:1'])
  expect(failuresIn({ testResults: [file('a.test.ts', 'failed', [of('passed'), failed])] })).toEqual([
    'a.test.ts > adds failed: Error: 3 is not 4',
  ])
})

test('a left-out test is named with its reason', () => {
  const log =
    ' ✓ a.test.ts > runs 1ms\n ↓ a.test.ts > needs a peer 4ms [socat is not installed]\n ↓ b.test.ts > waits\n'
  expect(skippedIn(log)).toEqual(['a.test.ts > needs a peer (socat is not installed)', 'b.test.ts > waits'])
})

test('a test that passed on its second try is named with what failed first', () => {
  const report = {
    testResults: [file('a.test.ts', 'passed', [of('passed'), of('passed', ['Error: too slow\n    at a:1'])])],
  }
  expect(secondTriesIn(report)).toEqual(['a.test.ts > adds passed: Error: too slow'])
  expect(countTests(report)).toEqual({ passed: 2, failed: 0 })
  expect(failuresIn(report)).toEqual([])
})
