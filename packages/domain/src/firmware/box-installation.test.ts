import { expect, test } from 'vitest'
import { epochMs, later, minutes } from '../time/instant'
import {
  afterCancellation,
  afterFeedback,
  afterFetch,
  afterPoll,
  afterSystem,
  type BoxFeedback,
  type BoxInstallation,
  type BoxSystem,
  offerOf,
} from './box-installation'

const NOW = epochMs(Date.UTC(2026, 10, 20, 4))
const SILENT: BoxSystem = { version: null, boot: null, reportedAt: null }
const OLD: BoxSystem = { version: '1.0.0', boot: null, reportedAt: NOW }

function installation(how: Partial<BoxInstallation> = {}): BoxInstallation {
  return {
    ...{ type: 'box-swupdate', state: 'told', percent: null, attempt: 1, changedAt: NOW, succeededAt: null },
    ...{ isWithdrawn: false, version: '2.0.0', fromBoot: null, errorText: null, ...how },
  }
}

function feedback(execution: BoxFeedback['execution'], how: Partial<BoxFeedback> = {}): BoxFeedback {
  return { execution, finished: 'none', progress: null, details: [], ...how }
}

const after = (one: Partial<BoxInstallation>, report: BoxFeedback, system = SILENT) =>
  afterFeedback(installation(one), system, report, NOW)
const success = feedback('closed', { finished: 'success' })
const failure = feedback('closed', { finished: 'failure', details: ['disk full'] })

test.each([
  [{}, true, 'install'],
  [{}, false, 'nothing'],
  [{ state: 'downloading' }, false, 'install'],
  [{ state: 'downloading', isWithdrawn: true }, true, 'cancel'],
  [{ state: 'installing', isWithdrawn: true }, true, 'install'],
  [{ state: 'confirming' }, true, 'report'],
  [{ state: 'confirming', type: 'box-rauc' }, true, 'nothing'],
  [{ attempt: 2 }, false, 'report'],
  [{ state: 'done' }, true, 'nothing'],
  [{ state: 'lost' }, true, 'nothing'],
] as const)('%o with an open window %s is offered: %s', (one, isOpen, offer) => {
  expect(offerOf(installation(one), isOpen)).toBe(offer)
})

test.each([
  ['a first report', {}, feedback('proceeding'), 'downloading'],
  [
    'all chunks counted',
    { state: 'downloading' },
    feedback('proceeding', { progress: { cnt: 1, of: 1 } }),
    'installing',
  ],
  ['a report after the file', { state: 'downloaded' }, feedback('proceeding'), 'installing'],
  [
    'the words for written',
    { state: 'installing' },
    feedback('proceeding', { details: ['All Chunks Installed.'] }),
    'confirming',
  ],
  ['a failure', { state: 'installing' }, failure, 'failed'],
  ['that it was given up', { state: 'downloading' }, feedback('canceled'), 'cancelled'],
  ['a failure of what was started', { state: 'confirming' }, failure, 'rolled_back'],
  ['success of who reports no version', { state: 'confirming' }, success, 'done'],
  ["RAUC's success", { state: 'installing', type: 'box-rauc' }, success, 'confirming'],
] as const)('%s', (_, one, report, state) => {
  expect(after(one, report)?.state).toBe(state)
})

test.each([
  ['of something that it was not ordered', {}, success],
  [
    'of what it was to skip',
    { state: 'confirming' },
    feedback('closed', { finished: 'success', details: ['Skipped Update.'] }),
  ],
  ['of what is over', { state: 'failed' }, success],
  [
    'of less than is known',
    { state: 'installing', percent: 50 },
    feedback('proceeding', { progress: { cnt: 1, of: 4 } }),
  ],
  [
    'the same once more',
    { state: 'confirming' },
    feedback('proceeding', { details: ['All Chunks Installed.'] }),
  ],
] as const)('a report %s changes nothing', (_, one, report) => {
  expect(after(one, report)).toBeNull()
})

test('success of a box that reports versions waits for its version, and is kept once', () => {
  const claimed = after({ state: 'confirming' }, success, OLD)
  expect(claimed).toEqual({ state: 'confirming', percent: null, succeededAt: NOW })
  expect(after({ state: 'confirming', succeededAt: NOW }, success, OLD)).toBeNull()
})

test('the first fault of a log is the cause that a failure is shown with', () => {
  const details = [
    'Waiting',
    'ERROR : Cannot read stored update state.',
    'ERROR : HASH mismatch',
    'ERROR : other',
  ]
  expect(after({ state: 'downloading' }, feedback('proceeding', { details }))).toEqual({
    ...{ state: 'downloading', errorText: 'HASH mismatch' },
  })
  expect(after({ state: 'downloading', errorText: 'HASH mismatch' }, failure)?.errorText).toBe(
    'HASH mismatch',
  )
  expect(after({ state: 'downloading' }, failure)?.errorText).toBe('disk full')
})

test.each([
  ['the new version', {}, { version: '2.0.0' }, false, 'done'],
  ['the new version in the same start', { fromBoot: 'a' }, { version: '2.0.0', boot: 'a' }, false, null],
  ['the new version in another start', { fromBoot: 'a' }, { version: '2.0.0', boot: 'b' }, false, 'done'],
  ['the former version', {}, { version: '1.0.0' }, false, null],
  ['the former version as installed', {}, { version: '1.0.0' }, true, 'rolled_back'],
  ['the former version after success', { succeededAt: NOW }, { version: '1.0.0' }, false, 'rolled_back'],
  [
    'the former version in another start',
    { fromBoot: 'a' },
    { version: '1.0.0', boot: 'b' },
    false,
    'rolled_back',
  ],
  ['the former version while it is written', { state: 'installing' }, { version: '1.0.0' }, true, null],
  ['the new version once it was lost', { state: 'lost' }, { version: '2.0.0' }, false, 'done'],
  ['the new version once it failed', { state: 'failed' }, { version: '2.0.0' }, false, null],
] as const)('a box that reports %s', (_, one, system, isInstalled, state) => {
  const change = afterSystem(
    installation({ state: 'confirming', ...one }),
    { ...OLD, ...system },
    isInstalled,
  )
  expect(change?.state ?? null).toBe(state)
})

const poll = (one: Partial<BoxInstallation>, afterMinutes: number, system = SILENT, isOpen = true) =>
  afterPoll(installation({ state: 'confirming', ...one }), system, isOpen, later(NOW, minutes(afterMinutes)))

test('what is written and not started is offered once more after ten minutes, three times in all', () => {
  expect(poll({}, 9)).toBeNull()
  expect(poll({}, 10)).toEqual({ state: 'told', attempt: 2, percent: null })
  expect(poll({ attempt: 2 }, 10)).toEqual({ state: 'told', attempt: 3, percent: null })
  expect(poll({ attempt: 3 }, 59)).toBeNull()
  expect(poll({}, 10, SILENT, false)).toBeNull()
  expect(poll({ state: 'installing' }, 600)).toBeNull()
})

test('a box that does not report what it runs has failed after an hour, and one that runs the former is rolled back', () => {
  const later5 = { ...OLD, reportedAt: later(NOW, minutes(5)) }
  for (const one of [{ attempt: 3 }, { succeededAt: NOW }, { type: 'box-rauc' as const }]) {
    expect(poll(one, 60)).toMatchObject({ state: 'failed', errorCode: 'E_UNCONFIRMED' })
    expect(poll(one, 60, later5)).toMatchObject({ state: 'rolled_back', errorCode: 'E_CONFIRM' })
  }
  // what it reported before it had written is no report on it
  expect(poll({ attempt: 3 }, 60, { ...OLD, reportedAt: later(NOW, -1) })?.state).toBe('failed')
})

test('an installation is given up by the box, or goes on where the box cannot', () => {
  const withdrawn = installation({ state: 'downloading', isWithdrawn: true })
  expect(afterCancellation(withdrawn, success)).toEqual({ state: 'cancelled' })
  expect(afterCancellation(withdrawn, feedback('proceeding'))).toBeNull()
  expect(afterCancellation(withdrawn, feedback('rejected'))).toEqual({
    state: 'downloading',
    isWithdrawn: false,
  })
  expect(afterCancellation(installation({ state: 'downloading' }), success)).toBeNull()
})

test('a box that fetches the image has begun', () => {
  expect(afterFetch(installation())).toEqual({ state: 'downloading', percent: null })
  expect(afterFetch(installation({ state: 'downloaded' }))).toBeNull()
})

test.each(['Compatible SW not found', 'Writing to pipe failed !', 'Writing to IPC fails due to Broken pipe'])(
  '%s gives way to the fault that it follows from, whichever is reported first',
  (follows) => {
    const fault = 'Authentication of all signatures failed'
    const reported = (known: string | null, ...faults: string[]) =>
      after(
        { state: 'installing', errorText: known },
        feedback('proceeding', { details: faults.map((one) => `ERROR : ${one}`) }),
      )?.errorText
    expect(reported(null, follows)).toBe(follows)
    expect(reported(null, follows, fault)).toBe(fault)
    expect(reported(follows, fault)).toBe(fault)
    expect(reported(fault, follows)).toBeUndefined()
    expect(after({ state: 'installing', errorText: follows }, failure)?.errorText).toBe(follows)
  },
)
