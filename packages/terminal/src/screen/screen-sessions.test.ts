import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { screenSettings } from '@coldkeep/contract/mqtt/screen-settings'
import type { ScreenOrder } from '@coldkeep/contract/mqtt/screen-tunnel'
import { VncScreen } from '@coldkeep/rfb/testing/vnc-screen'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ManualTime } from '../testing/manual-time'
import { ScreenSessions } from './screen-sessions'

/** 09:00 in Taipei. */
const MORNING = Date.UTC(2026, 10, 27, 1)
const log = pino({ level: 'silent' })
const hours = { from: '07:00', to: '23:00', timeZone: 'Asia/Taipei' }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coldkeep-screen-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function open(settings: object | null, time = new ManualTime(MORNING)) {
  const read = settings && z.parse(screenSettings, { port: 1, ...settings })
  // nothing listens there
  const server = { url: 'http://127.0.0.1:9', ca: null, user: 'TB-0001', secret: () => 'secret' }
  return new ScreenSessions({ settings: read, password: null, server, dataFolder: folder, time, log })
}

const order = (over: Partial<ScreenOrder> = {}): ScreenOrder => ({
  token: 'a'.repeat(48),
  url: `/field/v1/screens/gate-${'0'.repeat(32)}`,
  mode: 'control',
  rule: 'as_store',
  by: 'Ada',
  mostMinutes: 60,
  ...over,
})

const refusal = (code: string, text: unknown = expect.any(String)) => ({ st: 'refused', err: { code, text } })

test('without a screen in the settings there is none, whatever is ordered', async () => {
  expect(await open(null).open(order(), 'A')).toEqual(refusal('E_NO_SCREEN'))
})

test.each([
  ['never', {}, 'as_store', MORNING, 'never'],
  ['always', {}, 'never', MORNING, 'never'],
  ['outside_hours', { openingHours: hours }, 'as_store', MORNING, 'opening_hours'],
  ['outside_hours', { openingHours: hours }, 'as_store', MORNING + 13.9 * 3_600_000, 'opening_hours'],
] as const)('a store that says %s lets nobody in: %o, rule %s', async (consent, more, rule, at, why) => {
  const sessions = open({ consent, ...more }, new ManualTime(at))
  expect(await sessions.open(order({ rule }), 'A')).toEqual(refusal('E_CONSENT', why))
  expect(sessions.phase).toEqual({ kind: 'idle' })
})

test('outside its hours such a store goes on to its screen, and says what is wrong with that', async () => {
  const sessions = open(
    { consent: 'outside_hours', openingHours: hours },
    new ManualTime(MORNING + 14 * 3_600_000),
  )
  expect(await sessions.open(order(), 'A')).toMatchObject({ st: 'failed', err: { code: 'E_SCREEN' } })
})

test.each([
  ['refuse', refusal('E_CONSENT', 'unanswered')],
  ['allow', { st: 'failed', err: { code: 'E_SCREEN', text: expect.any(String) } }],
] as const)('where nobody answers in 30 s, "%s" counts', async (unanswered, outcome) => {
  const time = new ManualTime(MORNING)
  const sessions = open({ consent: 'ask', pagePort: 8470, unanswered }, time)
  const opening = sessions.open(order(), 'A')
  expect(sessions.phase).toMatchObject({ kind: 'waiting', by: 'Ada', until: MORNING + 30_000 })
  await time.pass(29_999)
  expect(sessions.phase.kind).toBe('waiting')
  await time.pass(1)
  expect(await opening).toEqual(outcome)
})

test('a second order while the store is asked is refused, and the stop key declines the first', async () => {
  const shown = join(folder, 'shown')
  // a program that leaves a mark with the address of the page
  const showPage = ['/bin/sh', '-c', `printf %s {url} > ${shown}; exec sleep 60`]
  const sessions = open({ consent: 'ask', pagePort: 8470, showPage })
  const opening = sessions.open(order(), 'A')
  await expect.poll(() => existsSync(shown) && readFileSync(shown, 'utf8')).toBe('http://127.0.0.1:8470/')
  expect(await sessions.open(order({ by: 'Mallory' }), 'B')).toEqual(refusal('E_BUSY'))
  sessions.stop()
  expect(await opening).toEqual(refusal('E_CONSENT', 'declined'))
})

test('the store keeps who asked, across a start of the program', async () => {
  await open({ consent: 'never' }).open(order({ by: 'Ada' }), 'A')
  await open({ consent: 'never' }).open(order({ by: 'Ben', mode: 'view' }), 'B')
  expect(open({ consent: 'never' }).entries.entries).toMatchObject([
    { id: 'B', by: 'Ben', mode: 'view', startedAt: null, end: 'refused_never' },
    { id: 'A', by: 'Ada', mode: 'control', end: 'refused_never' },
  ])
  // what was open when the program ended, ended with it; a list that cannot be read begins anew
  const file = join(folder, 'screen-sessions.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"refused_never"', 'null'))
  expect(open({ consent: 'never' }).entries.entries[0]).toMatchObject({ end: 'terminal_ends' })
  writeFileSync(file, '{')
  expect(open({ consent: 'never' }).entries.entries).toEqual([])
})

test('a screen that is there, behind a server that is not, is let go of again', async () => {
  const screen = await VncScreen.open({ width: 8, height: 8 })
  const sessions = open({ consent: 'always', port: screen.port })
  expect(await sessions.open(order(), 'A')).toMatchObject({ st: 'failed', err: { code: 'E_FETCH' } })
  await expect.poll(() => screen.clients).toBe(0)
  await screen.close()
})
