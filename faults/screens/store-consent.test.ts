import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VncScreen } from '@coldkeep/rfb/testing/vnc-screen'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../fault'
import { ScreenSite } from './screen-site'

let screen: VncScreen
let site: ScreenSite
beforeAll(async () => {
  screen = await VncScreen.open({ width: 320, height: 200 })
  site = await ScreenSite.open({ port: screen.port, consent: 'ask' })
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await screen.close()
})

/** What the page of the store shows now. */
async function shown() {
  const answer = await fetch(`http://127.0.0.1:${site.pagePort}/events`)
  const reader = answer.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  // more than one event may have come at once
  const events = Buffer.from(value ?? [])
    .toString('utf8')
    .split('\n\n')
  return JSON.parse((events.filter(Boolean).at(-1) ?? '').replace('data: ', ''))
}

async function question(): Promise<string> {
  let found = ''
  await until(async () => {
    const { phase } = await shown()
    found = phase.kind === 'waiting' ? phase.question : ''
    return found !== ''
  }, 'a question on the page')
  return found
}

const inStore = () => JSON.parse(readFileSync(join(site.boxFolder, 'screen-sessions.json'), 'utf8'))

test('a store that is asked first lets in whom it allows, and ends it at once', async () => {
  const connecting = site.connect()
  expect((await shown()).last).toEqual([])
  const asked = await question()
  expect((await shown()).phase).toMatchObject({ by: 'Ada', mode: 'control' })
  expect(await site.onPage('answer', { question: asked, isAllowed: true })).toBe(204)
  const { uid } = (await connecting).body
  await until(() => screen.clients === 1, 'a client of the screen')
  expect((await shown()).phase).toMatchObject({ kind: 'connected', by: 'Ada' })

  expect(await site.onPage('stop')).toBe(204)
  await until(() => screen.clients === 0, 'no client of the screen')
  await until(async () => (await site.call('GET', `status?uid=${uid}`)).body.end === 'stopped', 'the end')
  expect(inStore()[0]).toMatchObject({ by: 'Ada', mode: 'control', end: 'stopped' })
})

test('whom it declines is refused with the reason in their language, and both sides keep it', async () => {
  const connecting = site.connect()
  expect(await site.onPage('answer', { question: await question(), isAllowed: false })).toBe(204)
  expect((await connecting).body).toMatchObject({ status_code: 102, status: 'The store declined.', uid: '' })
  expect(screen.clients).toBe(0)
  expect(inStore()[0]).toMatchObject({ end: 'refused_declined', startedAt: null })
  const { sessions } = (await site.call('GET', `sessions?storeid=${site.store.storeId}`)).body
  expect(sessions[0]).toMatchObject({ end: 'refused', end_text: 'The store declined.', connected_at: null })
})

test('an answer is for its own question alone, and from its own page alone', async () => {
  const first = site.connect()
  const old = await question()
  expect(await site.onPage('answer', { question: old, isAllowed: false })).toBe(204)
  await first
  const second = site.connect()
  const current = await question()
  expect(await site.onPage('answer', { question: old, isAllowed: true })).toBe(409)
  expect(await site.onPage('answer', { question: '', isAllowed: true })).toBe(409)
  const foreign = { origin: 'http://evil.example' }
  expect(await site.onPage('answer', { question: current, isAllowed: true }, foreign)).toBe(403)
  expect(await site.onPage('answer', { question: current, isAllowed: true, by: 'store' })).toBe(400)
  expect(screen.clients).toBe(0)
  expect(await site.onPage('answer', { question: current, isAllowed: false })).toBe(204)
  await second
  // a name that leads here is no reason to answer (DNS rebinding)
  const page = `http://localhost:${site.pagePort}/`
  expect((await fetch(page)).status).toBe(421)
})

test('an organization makes it stricter, and never more open', async () => {
  const rule = { consent_rule: 'never', idle_minutes: 10, most_minutes: 60, kept_days: 30 }
  const place = { department_id: String(site.fleet.company), store_id: '' }
  expect((await site.call('PUT', 'rule', { body: { ...place, ...rule } })).status).toBe(200)
  const refused = await site.connect()
  expect(refused.body).toMatchObject({ status_code: 102 })
  expect(refused.body.status).toContain('organization')
  expect((await site.call('DELETE', `rule?depart=${site.fleet.company}`)).body.source.scope).toBe('default')
  // "as the store says" is still a question
  const connecting = site.connect()
  await site.onPage('answer', { question: await question(), isAllowed: false })
  expect((await connecting).body.status_code).toBe(102)
})
