import { listCheckPlaces } from '@coldkeep/contract/areas/hand-checks'
import { departmentMap } from '@coldkeep/contract/areas/organisation'
import { getMostPhotos } from '@coldkeep/contract/areas/photos'
import {
  getRepairCase,
  listRepairCases,
  listRepairEngineers,
  listRepairProgress,
  type RepairDetail,
} from '@coldkeep/contract/areas/repair'
import { listUpkeepPlans } from '@coldkeep/contract/areas/upkeep-plans'
import { listUpkeepRecords } from '@coldkeep/contract/areas/upkeep-records'
import type { Answer, Call, Input } from '@coldkeep/contract/call'
import i18next from 'i18next'
import { type SavedAnswers, saveAnswersWith } from '../api/saved-answers'
import { send } from '../api/send'
import { readCall } from '../api/use-call'
import { signedInAccount } from './as-account'
import { forgetAnswer, forgetOthers, putAnswer, readAnswer, readAnswers } from './saved-records'
import { currentSession, followSession, mayCall } from './session'

const DAY_MS = 24 * 60 * 60_000
const KEPT_FOR_MS = 7 * DAY_MS
const READ_EVERY_MS = 15 * 60_000
/** Of cases, and of plans. */
const MOST = 30
/** As the page reads them at first. */
const RECORDS = 5

type Plans = Answer<typeof listUpkeepPlans>

let readAtMs = Number.NEGATIVE_INFINITY

/**
 * Keeps one's own work for where there is no connection: cases of repair that are one's own or were opened here, upkeep
 * that is due, and the places of rounds that were begun here. Only on devices that people carry, for the account that is signed in, and for a week.
 */
export function startSavedWork(): void {
  saveAnswersWith(isCarried() ? savedAnswers : nothing)
  void tidy()
  followSession(() => void tidy())
  if (!isCarried()) return
  const look = () => void readOwnWork().catch(() => undefined)
  setInterval(look, READ_EVERY_MS)
  window.addEventListener('online', look)
  document.addEventListener('visibilitychange', look)
  look()
}

/** A desk has a connection; and its browser may be that of several people. */
function isCarried(): boolean {
  return matchMedia('(pointer: coarse)').matches || matchMedia('(display-mode: standalone)').matches
}

const nothing: SavedAnswers = {
  keep: async () => {},
  find: async () => undefined,
  forget: async () => {},
}

const savedAnswers: SavedAnswers = {
  async keep(call, key, answer) {
    const account = signedInAccount()
    // the list is made of the cases that are kept
    if (account === null || call === listRepairCases) return
    const isOver = call === getRepairCase && (answer as RepairDetail).case.closedAt !== null
    if (isOver) await forgetAnswer(account, key)
    else
      await putAnswer({ account, key, path: call.path, answer, savedAt: Date.now() }).catch(() => undefined)
  },

  async find(call, key, input) {
    const account = signedInAccount()
    if (account === null) return undefined
    const since = Date.now() - KEPT_FOR_MS
    const found = await readAnswer(account, key, since)
    if (found !== null) return found
    const all = (await readAnswers(account)).filter(({ savedAt }) => savedAt >= since)
    const madeOf = (of: Call, make: (answers: readonly unknown[]) => unknown) => {
      // of a thing that stands in several the newest wins
      const parts = all.filter(({ path }) => path === of.path).toSorted((a, b) => a.savedAt - b.savedAt)
      const answer = make(parts.map((part) => part.answer))
      return answer === undefined ? undefined : { answer, savedAt: parts[0]?.savedAt ?? since }
    }
    if (call === listRepairCases) {
      const { query } = input as Input<typeof listRepairCases>
      return madeOf(getRepairCase, (details) => casesOf(details as RepairDetail[], query))
    }
    if (call === listUpkeepPlans) return madeOf(listUpkeepPlans, (plans) => plansOf(plans as Plans[]))
    return undefined
  },

  async forget(key) {
    const account = signedInAccount()
    if (account !== null) await forgetAnswer(account, key)
  },
}

/** @returns `undefined` for those of a period: closed ones are not kept */
function casesOf(
  details: readonly RepairDetail[],
  { start, page = 1, pageSize = MOST }: Input<typeof listRepairCases>['query'],
): Answer<typeof listRepairCases> | undefined {
  if (start !== undefined) return undefined
  const records = new Map(details.map(({ case: one }) => [one.id, one]))
  const sorted = [...records.values()].toSorted((a, b) => b.reportTime - a.reportTime)
  return {
    records: sorted.slice((page - 1) * pageSize, page * pageSize),
    ...{ total: sorted.length, page, pageSize },
  }
}

function plansOf(answers: readonly Plans[]): Plans | undefined {
  if (answers.length === 0) return undefined
  const plans = new Map(answers.flatMap(({ rules }) => rules).map((plan) => [plan.id, plan]))
  const rules = [...plans.values()].toSorted((a, b) => (a.dueOn ?? '9').localeCompare(b.dueOn ?? '9'))
  return { rules, total: rules.length, page: 1, pageSize: rules.length }
}

/** What is not of the account that is signed in, or too old, goes. */
async function tidy(): Promise<void> {
  await forgetOthers(signedInAccount(), Date.now() - KEPT_FOR_MS).catch(() => undefined)
}

async function readOwnWork(): Promise<void> {
  if (document.hidden || !navigator.onLine || Date.now() - readAtMs < READ_EVERY_MS) return
  const account = signedInAccount()
  const may = (call: Call) => mayCall(call, currentSession())
  if (account === null) return
  readAtMs = Date.now()
  const { language } = i18next
  if (may(listRepairCases)) await readCases(language)
  else await forgetOf(account, [getRepairCase])
  if (may(listUpkeepPlans)) await readPlans(language)
  else await forgetOf(account, [listUpkeepPlans, listUpkeepRecords, listCheckPlaces])
}

async function readCases(language: string): Promise<void> {
  await readCall(listRepairProgress, { query: {} }, language)
  await readCall(getMostPhotos, {}, language)
  const anywhere = { departmentId: null, progressId: null, deviceId: null }
  const { records } = await send(listRepairCases, {
    query: { ...anywhere, owner: 'mine', proposal: 'all', timezone: 0, search: '', page: 1, pageSize: MOST },
  })
  for (const { id } of records) await readCall(getRepairCase, { params: { caseId: id } }, language)
  for (const storeId of new Set(records.map(({ store }) => store.id))) {
    await readCall(listRepairProgress, { query: { storeId } }, language)
    await readCall(listRepairEngineers, { query: { storeId } }, language)
  }
}

async function readPlans(language: string): Promise<void> {
  await readCall(departmentMap, {}, language)
  await readCall(getMostPhotos, {}, language)
  const { rules } = await readCall(
    listUpkeepPlans,
    { query: { departmentId: null, storeId: null, state: 'due', page: 1, pageSize: MOST } as never },
    language,
  )
  for (const { id: planId } of rules)
    await readCall(listUpkeepRecords, { query: { planId, page: 1, pageSize: RECORDS } }, language)
}

/** The right to read them was taken away. */
async function forgetOf(account: string, calls: readonly Call[]): Promise<void> {
  const paths = new Set(calls.map(({ path }) => path))
  for (const { key, path } of await readAnswers(account))
    if (paths.has(path)) await forgetAnswer(account, key)
}
