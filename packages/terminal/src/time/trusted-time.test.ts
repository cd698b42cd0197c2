import { packMessage } from '@coldkeep/contract/mqtt/envelope'
import { readTrustedKeys, signMessage } from '@coldkeep/contract/mqtt/signed'
import type { TimeAnswer } from '@coldkeep/contract/mqtt/time'
import type { TerminalId } from '@coldkeep/domain/ids'
import { hours, minutes, seconds } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { TERMINAL } from '../testing/hub'
import { ManualTime } from '../testing/manual-time'
import { newSigner } from '../testing/signer'
import { TrustedTime } from './trusted-time'

/** The box's clock is three hours late. */
const SERVER = Date.parse('2026-11-20T13:00:00Z')
const BOX = SERVER - hours(3)

function trustedTimeRig() {
  const time = new ManualTime(BOX)
  const signer = newSigner()
  let requests = 0
  const reports: [serverAt: number, requestedMs: number][] = []
  const trusted: TrustedTime = new TrustedTime({
    terminalId: TERMINAL,
    trusted: { byName: readTrustedKeys([signer.trusted]) },
    time,
    log: pino({ level: 'silent' }),
    requestNow: () => void requests++,
    timeReported: (...words) => void reports.push(words),
  })
  const answer = (nonce: string, changes: Partial<TimeAnswer> = {}, by = signer) =>
    packMessage(
      signMessage({ v: 1, op: 'time.tell', tid: TERMINAL, nonce, now: SERVER, ...changes } as TimeAnswer, by),
    )
  return {
    time,
    trusted,
    answer,
    requests: () => requests,
    reports,
    sendTime: (...words: Parameters<typeof answer>) => trusted.receive(answer(...words)),
  }
}

test('it is not known before an answer, and runs on from the question', async () => {
  const { time, trusted, sendTime, reports } = trustedTimeRig()
  expect(trusted.now()).toBeNull()
  const nonce = trusted.nextNonce()
  const requestedMs = time.elapsedMs()
  await time.pass(seconds(4))
  sendTime(nonce)
  expect(reports).toEqual([[SERVER, requestedMs]])
  // the server said it some time in these four seconds: it may be as late as that by now
  expect(trusted.now()).toBe(SERVER + seconds(4))
  await time.pass(minutes(5))
  expect(trusted.now()).toBe(SERVER + seconds(4) + minutes(5))
})

test('each question has a nonce of its own', () => {
  const { trusted } = trustedTimeRig()
  const nonces = Array.from({ length: 100 }, () => trusted.nextNonce())
  expect(new Set(nonces).size).toBe(100)
  for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/)
})

test.each<[string, (rig: ReturnType<typeof trustedTimeRig>, nonce: string) => void]>([
  ['to another question', ({ sendTime }) => sendTime('0'.repeat(32))],
  ['to another terminal', ({ sendTime }, nonce) => sendTime(nonce, { tid: 'TB-009999' as TerminalId })],
  ['of another key', ({ sendTime }, nonce) => sendTime(nonce, {}, newSigner())],
  ['that is something else', ({ sendTime }, nonce) => sendTime(nonce, { op: 'keys.trust' as never })],
  ['that nobody signed', ({ trusted }, nonce) => trusted.receive(packMessage({ v: 1, nonce, now: SERVER }))],
])('an answer %s is ignored', (_, say) => {
  const rig = trustedTimeRig()
  const nonce = rig.trusted.nextNonce()
  say(rig, nonce)
  expect([rig.trusted.now(), rig.reports]).toEqual([null, []])
  rig.sendTime(nonce)
  expect(rig.trusted.now()).toBe(SERVER)
})

test('an answer counts once, for the newest question, and within ten seconds', async () => {
  const { time, trusted, sendTime } = trustedTimeRig()
  const first = trusted.nextNonce()
  const second = trusted.nextNonce()
  sendTime(first)
  expect(trusted.now()).toBeNull()
  await time.pass(seconds(10) + 1)
  sendTime(second)
  expect(trusted.now()).toBeNull()
  const third = trusted.nextNonce()
  sendTime(third)
  await time.pass(seconds(60))
  sendTime(third)
  sendTime(third, { now: SERVER - hours(2) })
  expect(trusted.now()).toBe(SERVER + seconds(60))
})

test('that the wall clock is set back moves nothing; set ahead, as after a sleep, the server is asked again', async () => {
  const { time, trusted, sendTime, requests } = trustedTimeRig()
  sendTime(trusted.nextNonce())
  time.setClock(BOX - hours(5))
  await time.pass(seconds(60))
  expect([trusted.now(), requests()]).toEqual([SERVER + seconds(60), 0])
  sendTime(trusted.nextNonce(), { now: SERVER + seconds(60) })
  time.setClock(time.now() + seconds(5))
  expect(trusted.now()).toBe(SERVER + seconds(60))
  time.setClock(time.now() + 1)
  expect(trusted.now()).toBeNull()
  const known = trusted.known()
  expect(requests()).toBe(1)
  sendTime(trusted.nextNonce(), { now: SERVER + minutes(90) })
  expect(await known).toBe(SERVER + minutes(90))
})

test('without a new answer it is not trusted for longer than a quarter of an hour', async () => {
  const { time, trusted, sendTime } = trustedTimeRig()
  sendTime(trusted.nextNonce())
  await time.pass(minutes(15))
  expect(trusted.now()).toBe(SERVER + minutes(15))
  await time.pass(1)
  expect(trusted.now()).toBeNull()
})

test('a caller that needs it requests it once and waits, at most ten seconds', async () => {
  const { time, trusted, requests, sendTime } = trustedTimeRig()
  const nobody = trusted.known()
  await time.pass(seconds(10))
  expect(await nobody).toBeNull()
  expect(requests()).toBe(1)
  const nonce = trusted.nextNonce()
  const both = Promise.all([trusted.known(), trusted.known()])
  // a question is on its way already
  expect(requests()).toBe(1)
  sendTime(nonce)
  expect(await both).toEqual([SERVER, SERVER])
  const last = trustedTimeRig()
  const waiting = last.trusted.known()
  last.trusted.stop()
  expect(await waiting).toBeNull()
})
