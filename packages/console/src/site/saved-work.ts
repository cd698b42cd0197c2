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
import type { RepairCaseId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'
import i18next from 'i18next'
import { isRefusal, type SavedAnswers, saveAnswersWith, savedKeyOf } from '../api/saved-answers'
import { send } from '../api/send'
import { readCall } from '../api/use-call'
import { signedInAccount } from './as-account'
import { casesOf, isOutdated, isOwn } from './saved-cases'
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

/** Keeps what is known to be the answer of a read, as if it had been read. */
export async function keepAnswer(
  call: Call,
  input: unknown,
  language: string,
  answer: unknown,
): Promise<void> {
  if (isCarried()) await savedAnswers.keep(call, savedKeyOf(call, language, input), answer)
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
    if (found !== null && !(call === getRepairCase && isOutdated(found.answer as RepairDetail))) return found
    const all = (await readAnswers(account)).filter(
      ({ savedAt, path, answer }) =>
        savedAt >= since && !(path === getRepairCase.path && isOutdated(answer as RepairDetail)),
    )
    // of a thing that stands in several the newest wins
    const partsOf = (of: Call) =>
      all.filter(({ path }) => path === of.path).toSorted((a, b) => a.savedAt - b.savedAt)
    const madeOf = (of: Call, make: (answers: readonly unknown[]) => unknown) => {
      const parts = partsOf(of)
      const answer = make(parts.map((part) => part.answer))
      return answer === undefined ? undefined : { answer, savedAt: parts[0]?.savedAt ?? since }
    }
    if (call === listRepairCases) {
      const { query } = input as Input<typeof listRepairCases>
      const departments = (partsOf(departmentMap).at(-1)?.answer ?? null) as Department | null
      const lists = partsOf(listRepairProgress).map(
        ({ answer }) => answer as Answer<typeof listRepairProgress>,
      )
      const context = { account, departments, steps: lists.flatMap(({ progresses }) => progresses) }
      return madeOf(getRepairCase, (details) => casesOf(details as RepairDetail[], query, context))
    }
    if (call === listUpkeepPlans) return madeOf(listUpkeepPlans, (plans) => plansOf(plans as Plans[]))
    return undefined
  },

  async forget(key) {
    const account = signedInAccount()
    if (account !== null) await forgetAnswer(account, key)
  },
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
  if (may(listRepairCases)) await readCases(account, language)
  else await forgetOf(account, [getRepairCase])
  if (may(listUpkeepPlans)) await readPlans(language)
  else await forgetOf(account, [listUpkeepPlans, listUpkeepRecords, listCheckPlaces])
}

async function readCases(account: string, language: string): Promise<void> {
  await readCall(departmentMap, {}, language)
  await readCall(listRepairProgress, { query: {} }, language)
  await readCall(getMostPhotos, {}, language)
  const anywhere = { departmentId: null, progressId: null, deviceId: null }
  const { records } = await send(listRepairCases, {
    query: { ...anywhere, owner: 'mine', proposal: 'all', timezone: 0, search: '', page: 1, pageSize: MOST },
  })
  for (const { id } of records) await readCall(getRepairCase, { params: { caseId: id } }, language)
  for (const storeId of new Set(records.map(({ store }) => store.id)))
    await readCall(listRepairProgress, { query: { storeId } }, language)
  for (const { store, equipment } of records) {
    const place = { storeId: store.id, ...(equipment !== null && { deviceId: equipment.id }) }
    await readCall(listRepairEngineers, { query: place }, language)
  }
  await forgetLeft(account, new Set(records.map(({ id }) => id)))
}

/**
 * A case that is not among one's own any more is not kept any longer: it was closed, given to someone else or withheld. One
 * that was opened here without being one's own is kept on, as old as it is, as long as the service shows it.
 */
async function forgetLeft(account: string, own: ReadonlySet<RepairCaseId>): Promise<void> {
  for (const { key, path, answer } of await readAnswers(account)) {
    if (path !== getRepairCase.path) continue
    const { case: kept } = answer as RepairDetail
    if (own.has(kept.id)) continue
    const now = await send(getRepairCase, { params: { caseId: kept.id } }).catch((error: unknown) => error)
    if (now instanceof Error && !isRefusal(now)) continue
    const shown = now instanceof Error ? null : (now as RepairDetail).case
    const isLost = shown !== null && isOwn(kept, account) && !isOwn(shown, account)
    if (shown === null || shown.closedAt !== null || isLost) await forgetAnswer(account, key)
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
