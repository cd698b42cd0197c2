import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../tools/steps/find-browser'
import { cameraPicture } from './camera-picture'
import { type Cut, watchSteps } from './cut-steps'
import type { OwnSite } from './own-site'

/** What became of one photo whose browser was killed. */
export interface CutPhoto extends Cut {
  /** The browser stood at the step when it was killed; else the photo was through before. */
  readonly isReached: boolean
  /** The device had said that it is kept. */
  readonly isKept: boolean
  /** The person had to add it again, as it had never appeared. */
  readonly isAddedAgain: boolean
  readonly takenAt: number
  /** How many photos with its time the service has in the end, and of those how many with the time of the camera. */
  readonly copies: number
  readonly withTime: number
}

const FIRST_TAKEN_AT = Date.parse('2026-11-20T06:00:00Z')
const PHOTOS_PER_CASE = 10
const DRAIN_MS = 120_000
const THROUGH_MS = 20_000
const ASKED_EVERY_MS = 100
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
]

/** Adds a photo for each cut, kills the browser there with SIGKILL, and starts it again on what it left on the disk. */
export async function cutPhotos(site: OwnSite, planned: readonly Cut[]): Promise<readonly CutPhoto[]> {
  const profile = mkdtempSync(join(tmpdir(), 'coldkeep-phone-'))
  const photos: Omit<CutPhoto, 'copies' | 'withTime'>[] = []
  try {
    for (const [index, cut] of planned.entries()) {
      const takenAt = FIRST_TAKEN_AT + index * 1_000
      const caseId = await caseFor(site, index)
      const browser = await KilledBrowser.start(profile, site)
      const page = await browser.open(caseId)
      await settleLast(site, page, photos)
      photos.push({ ...cut, takenAt, isAddedAgain: false, ...(await browser.addUntil(page, cut, takenAt)) })
    }
    const browser = await KilledBrowser.start(profile, site)
    await settleLast(site, await browser.open(await caseFor(site, planned.length)), photos)
    await browser.kill()
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  return Promise.all(photos.map(async (photo) => ({ ...photo, ...(await copiesOf(site, photo.takenAt)) })))
}

/** What the killed browser left is sent; a photo that it never showed is added again by its person. */
async function settleLast(
  site: OwnSite,
  page: Page,
  photos: Omit<CutPhoto, 'copies' | 'withTime'>[],
): Promise<void> {
  await drained(page)
  const last = photos.at(-1)
  if (last === undefined || (await copiesOf(site, last.takenAt)).copies > 0) return
  photos[photos.length - 1] = { ...last, isAddedAgain: true }
  await choose(page, last.takenAt)
  // pictures of other photos look the same: its person waits until the service has it
  for (const until = Date.now() + DRAIN_MS; Date.now() < until; await delay(ASKED_EVERY_MS))
    if ((await copiesOf(site, last.takenAt)).copies > 0) break
  await drained(page)
}

/** One process of a browser on a profile, and all that belongs to it. */
class KilledBrowser {
  readonly child: ChildProcess
  readonly connection: Browser
  readonly signIn: SignIn
  #isKept = false
  #isReached = false

  private constructor(child: ChildProcess, connection: Browser, signIn: SignIn) {
    this.child = child
    this.connection = connection
    this.signIn = signIn
  }

  static async start(profile: string, site: OwnSite): Promise<KilledBrowser> {
    const program = findBrowser()
    if (program === null) throw new Error('no browser: CHROME_PATH names one')
    const args = [...flags, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank']
    // in a group of its own, so that all its processes end in one moment
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
    const address = await new Promise<string>((resolve, reject) => {
      child.once('exit', () => reject(new Error('the browser did not start')))
      createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
        const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
        if (found !== undefined) resolve(found)
      })
    })
    return new KilledBrowser(child, await chromium.connectOverCDP(address), await signInAt(site))
  }

  /** The page of a case, signed in. */
  async open(caseId: string): Promise<Page> {
    const [context] = this.connection.contexts()
    if (context === undefined) throw new Error('the browser has no windows')
    const { address, session } = this.signIn
    await context.addInitScript((kept) => localStorage.setItem('coldkeep.session', kept), session)
    // what runs benches names each function by a helper, which a page does not have
    await context.addInitScript('globalThis.__name ??= (named) => named')
    await context.addInitScript(watchSteps)
    const page = await context.newPage()
    page.setDefaultTimeout(DRAIN_MS)
    await page.exposeBinding('photoIsKept', () => (this.#isKept = true))
    await page.exposeBinding('cutHere', () => {
      this.#isReached = true
      void this.kill()
    })
    await page.goto(`${address}/_44_?case=${caseId}`)
    await page
      .getByRole('region', { name: 'Photos' })
      .locator('input[type="file"]')
      .waitFor({ state: 'attached' })
    return page
  }

  /** Adds a photo, and kills the browser where it comes to the cut, or else once the photo is through. */
  async addUntil(page: Page, cut: Cut, takenAt: number): Promise<{ isReached: boolean; isKept: boolean }> {
    await page.evaluate((next) => {
      ;(globalThis as unknown as { armed: { cut: unknown } }).armed.cut = next
    }, cut)
    const ended = once(this.child, 'exit')
    await choose(page, takenAt).catch(() => undefined)
    const alarm = setTimeout(() => void this.kill(), THROUGH_MS)
    await ended
    clearTimeout(alarm)
    return { isReached: this.#isReached, isKept: this.#isKept }
  }

  async kill(): Promise<void> {
    const { pid, exitCode, signalCode } = this.child
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    const ended = once(this.child, 'exit')
    process.kill(-pid, 'SIGKILL')
    await ended
    await this.connection.close().catch(() => undefined)
  }
}

async function choose(page: Page, takenAt: number): Promise<void> {
  const file = await cameraPicture(page, takenAt)
  await page.getByRole('region', { name: 'Photos' }).locator('input[type="file"]').setInputFiles([file])
}

/** Nothing waits on the device any more. A promise is true at once for `waitForFunction`, so it is asked for in turns. */
async function drained(page: Page): Promise<void> {
  for (const until = Date.now() + DRAIN_MS; Date.now() < until; await delay(ASKED_EVERY_MS))
    if (await page.evaluate(isDrained)) return
  throw new Error('the queue of the device is not empty')
}

function isDrained(): Promise<boolean> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('coldkeep')
    // the page has not made it yet
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => resolve(false)
    opening.onsuccess = () => {
      const counting = opening.result.transaction('waiting').objectStore('waiting').count()
      counting.onsuccess = () => {
        opening.result.close()
        resolve(counting.result === 0)
      }
    }
  })
}

async function copiesOf({ server }: OwnSite, takenAt: number) {
  const rows = await server.database.kysely
    .selectFrom('photo')
    .select(['takenAt', 'takenFrom'])
    .where('takenAt', '=', takenAt as never)
    .execute()
  return { copies: rows.length, withTime: rows.filter(({ takenFrom }) => takenFrom === 'exif').length }
}

interface SignIn {
  readonly address: string
  /** As the console keeps it. */
  readonly session: string
}

/** A sign-in of now: what the killed browser wrote of its own may be lost. */
async function signInAt({ server: { address } }: Pick<OwnSite, 'server'>): Promise<SignIn> {
  const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = await fetch(`${address}/api/v2/auth`, { method: 'POST', headers, body: '{}' })
  if (!answer.ok) throw new Error(`the sign-in was answered with ${answer.status}`)
  return { address, session: await answer.text() }
}

const cases = new WeakMap<OwnSite, string[]>()

/** Each takes as many photos as a case has at most, and those that are added again. */
async function caseFor(site: OwnSite, index: number): Promise<string> {
  const known = cases.get(site) ?? []
  cases.set(site, known)
  const place = Math.floor(index / (PHOTOS_PER_CASE - 1))
  known[place] ??= await newCase(site, `Case ${place}`)
  return known[place]
}

async function newCase({ server, fleet }: OwnSite, fault: string): Promise<string> {
  const { token } = JSON.parse((await signInAt({ server })).session)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({
    key: crypto.randomUUID(),
    storeid: String(fleet.stores.alder.storeId),
    device: null,
    fault,
  })
  const answer = await fetch(`${server.address}/api/v2/fix/cases`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`the case was answered with ${answer.status}: ${await answer.text()}`)
  return String((await answer.json()).case.id)
}
