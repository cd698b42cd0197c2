import { randomUUID } from 'node:crypto'
import { getRepairCase, type RepairDetail } from '@coldkeep/contract/areas/repair'
import { Problem } from '@coldkeep/contract/problem'
import type { AccountId, RepairCaseId, RepairProgressId } from '@coldkeep/domain/ids'
import { LONGEST_LABOUR_HOURS } from '@coldkeep/domain/repair/repair-case'
import { type EpochMs, epochMs, hours } from '@coldkeep/domain/time/instant'
import { rowChanged } from '../../access/row-changed'
import { scopeOf, selectScope, selectStoreInScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import { selectAlarmsById } from '../../alarms/shown-alarm-queries'
import type { Handlers } from '../../calls/bind-call'
import type { Basics } from '../../calls/context'
import type { Db, Trx } from '../../db/connect'
import type { ServerKeys } from '../../db/server-keys'
import { selectDevice } from '../../devices/device-queries'
import { chosenTimes } from '../../filters/chosen-times'
import type { PhotoFiles } from '../../photos/photo-files'
import { selectPhotosOf } from '../../photos/photo-queries'
import { presentPhotos } from '../../photos/present-photos'
import type { DrawingThreads } from '../../storage/drawing-threads'
import type { Words } from '../../wording/words'
import { countCases, type RepairCase, selectCases } from '../case-queries'
import { placeOf, readEngineers, readUnseen } from '../engineers'
import { type RepairAct, selectCaseAlarms, selectRepairEvents } from '../event-queries'
import { drawCase } from '../pdf/draw-case'
import { type MarkedPhoto, readPictures } from '../pdf/read-pictures'
import { selectSteps, selectStepsBelow } from '../progress-queries'
import { readCaseCurve } from '../read-case-curve'
import { readInsight } from '../read-insight'
import { reportRepair } from '../report-repair'
import { presentCase, presentRow } from '../words/present-case'
import { stepTitle } from '../words/step-title'
import { type CaseStep, type CaseWriter, caseSeenBy, joinAlarms, writeCase } from '../write-case'

type RepairCall =
  | 'listRepairProgress'
  | 'listRepairEngineers'
  | 'listRepairCases'
  | 'getRepairCase'
  | 'reportRepair'
  | 'joinRepairAlarms'
  | 'renewRepair'
  | 'addRepairLabour'
  | 'addRepairPart'
  | 'repairPdf'

/** What calls about repairs need. */
export interface RepairCallParts {
  readonly keys: Pick<ServerKeys, 'download'>
  readonly photos: { readonly files: Pick<PhotoFiles, 'folder' | 'find'> }
  readonly drawing: Pick<DrawingThreads, 'run'>
  /** Pictures that came of helping its store, as far as the caller sees them. */
  readonly helpPictures: (db: Db, user: SignedIn, repair: RepairCase) => Promise<readonly MarkedPhoto[]>
}

export function repairHandlers({
  keys,
  photos,
  drawing,
  helpPictures,
}: RepairCallParts): Pick<Handlers, RepairCall> {
  const detailOf = (reading: Reading, caseId: RepairCaseId) => readCase(reading, keys, caseId)
  return {
    listRepairProgress: async ({ db, user, query: { storeId }, ...words }) => {
      const steps =
        storeId === undefined
          ? await selectStepsBelow(db, user.departmentId)
          : await selectSteps(db, (await selectStoreInScope(db, scopeOf(user), storeId)).departmentId)
      return {
        progresses: steps.map((step) => ({
          id: step.repairProgressId,
          title: stepTitle(step, words),
          phase: step.phase,
        })),
      }
    },

    listRepairEngineers: async ({ db, user, query }) => {
      const scope = scopeOf(user)
      const { storeId, departmentId } = await selectStoreInScope(db, scope, query.storeId)
      const { deviceId } = query
      const device = deviceId === undefined ? null : await selectDevice(db, scope, deviceId)
      if (deviceId !== undefined && device?.storeId !== storeId) throw new Problem('device.unknown')
      const engineers = await readEngineers(db, { departmentId, device })
      return { engineers: engineers.map(({ accountId: id, name }) => ({ id, name })) }
    },

    listRepairCases: async ({ db, user, query, ...words }) => {
      const { page, pageSize, start, end, timezone } = query
      const filter = {
        scope: await selectScope(db, user, query.departmentId),
        period: start === undefined || end === undefined ? null : chosenTimes({ start, end, timezone }),
        progressId: query.progressId,
        deviceId: query.deviceId,
        assigneeId: query.owner === 'mine' ? user.accountId : null,
        isProposed: query.proposal === 'proposed',
        search: query.search,
      }
      const [rows, total] = await Promise.all([
        selectCases(db, filter, { offset: (page - 1) * pageSize, limit: pageSize }),
        countCases(db, filter),
      ])
      const unseen = await readUnseen(db, rows)
      const records = rows.map((row) => presentRow(row, unseen.has(row), words))
      return { records, total, page, pageSize }
    },

    getRepairCase: (context) => detailOf(context, context.params.caseId),

    reportRepair: async (context) => {
      const caseId = await reportRepair(context.db, writerOf(context), context.body)
      return detailOf(context, caseId)
    },

    joinRepairAlarms: async (context) => {
      const { db, user, params, body } = context
      const now = context.clock.now()
      // the same alarms twice are joined once, so that a repeat needs no key of its own
      const sent = { key: randomUUID(), happenedAt: now }
      await writeCase(db, { user, now }, params.caseId, sent, async (trx, current) => {
        refuseClosed(current)
        const { alarms, deviceIds } = await joinAlarms(trx, user, current, body.alarms)
        return { acts: alarms.length === 0 ? [] : [{ kind: 'alarm', detail: { alarms } }], deviceIds }
      })
      return detailOf(context, params.caseId)
    },

    renewRepair: async (context) => {
      const { db, params, body } = context
      const { now, user } = writerOf(context)
      const happenedAt = body.at === undefined ? now : epochMs(body.at)
      await writeCase(
        db,
        { now, user },
        params.caseId,
        { key: body.key, happenedAt },
        async (trx, current) => {
          const isGone = body.proposedAt !== undefined && body.proposedAt !== current.closeProposedAt
          if (current.revision !== body.revision || isGone)
            throw rowChanged(getRepairCase.answer, await detailOf({ ...context, db: trx }, params.caseId))
          return renewal(trx, current, body, { at: happenedAt, now })
        },
      )
      return detailOf(context, params.caseId)
    },

    addRepairLabour: async (context) => {
      const { db, params, body } = context
      const writer = writerOf(context)
      const { who, key } = body
      const [from, to] = [epochMs(body.from), epochMs(body.to)]
      if (to <= from || to - from > hours(LONGEST_LABOUR_HOURS) || to > writer.now)
        throw new Problem('repair.labour_times', { hours: LONGEST_LABOUR_HOURS }, { to: 'range' })
      await writeCase(db, writer, params.caseId, { key, happenedAt: from }, async () => ({
        acts: [{ kind: 'labour', detail: { who, from, to } }],
      }))
      return detailOf(context, params.caseId)
    },

    addRepairPart: async (context) => {
      const { db, params, body } = context
      const writer = writerOf(context)
      const { key, ...detail } = body
      await writeCase(db, writer, params.caseId, { key, happenedAt: writer.now }, async () => ({
        acts: [{ kind: 'part', detail }],
      }))
      return detailOf(context, params.caseId)
    },

    repairPdf: async (context) => {
      const { db, clock, user, language, translate, params } = context
      const { row, detail } = await readWhole(context, keys, params.caseId)
      const now = clock.now()
      const own = await selectPhotosOf(db, row.storeId, 'repair', [row.key])
      const shown = own.map((photo): MarkedPhoto => ({ photo, marks: [] }))
      const [pictures, curve] = await Promise.all([
        readPictures(photos.files, [...shown, ...(await helpPictures(db, user, row))]),
        readCaseCurve(db, drawing, row, now),
      ])
      const paper = { row, detail, pictures, curve, madeAt: now, madeBy: user.name }
      return { from: 'memory', bytes: await drawCase(paper, { language, translate }) }
    },
  }
}

/** What is behind a case and what its reader sees of it. */
async function readWhole(reading: Reading, keys: RepairCallParts['keys'], caseId: RepairCaseId) {
  const row = await caseSeenBy(reading.db, reading.user, caseId)
  return { row, detail: await readCase(reading, keys, caseId) }
}

type Reading = Basics & Pick<CaseWriter, 'user'> & Words

function writerOf({ user, clock }: Pick<Reading, 'user' | 'clock'>): CaseWriter {
  return { user, now: clock.now() }
}

async function readCase(
  { db, user, clock, ...words }: Reading,
  keys: RepairCallParts['keys'],
  caseId: RepairCaseId,
): Promise<RepairDetail> {
  const row = await caseSeenBy(db, user, caseId)
  const [happened, alarmIds, photoRows] = await Promise.all([
    selectRepairEvents(db, row),
    selectCaseAlarms(db, row),
    selectPhotosOf(db, row.storeId, 'repair', [row.key]),
  ])
  // help may have been about more than the case is
  const events = user.equipment.hidden.size > 0 ? happened.filter(({ kind }) => kind !== 'help') : happened
  const alarms = alarmIds.length === 0 ? [] : await selectAlarmsById(db, scopeOf(user), alarmIds)
  const photos = await presentPhotos(photoRows, { user, keys, clock })
  const [insight, unseen] = await Promise.all([
    readInsight(db, row, { events, alarms }, clock.now()),
    readUnseen(db, [row]),
  ])
  return presentCase(row, { events, alarms, photos, insight, isUnseen: unseen.has(row) }, words)
}

/** @throws Problem `repair.closed` */
function refuseClosed({ closedAt }: RepairCase): void {
  if (closedAt !== null) throw new Problem('repair.closed')
}

interface Renewal {
  readonly progressId?: RepairProgressId | undefined
  readonly assigneeId?: AccountId | null | undefined
  readonly cause?: string | undefined
  readonly note?: string | undefined
}

/** @throws Problem `repair.progress_unknown`, `repair.engineer_unknown` */
async function renewal(
  trx: Trx,
  current: RepairCase,
  { progressId, assigneeId, cause, note }: Renewal,
  { at, now }: { readonly at: EpochMs; readonly now: EpochMs },
): Promise<CaseStep> {
  const acts: RepairAct[] = []
  const change: CaseStep['change'] = {}
  if (progressId !== undefined && progressId !== current.repairProgressId) {
    const step = (await selectSteps(trx, current.departmentId)).find(
      (one) => one.repairProgressId === progressId,
    )
    if (step === undefined) throw new Problem('repair.progress_unknown', {}, { progressId: 'choice' })
    const { standard, title, titles, phase } = step
    acts.push({ kind: 'progress', detail: { standard, title, titles } })
    const isOpen = phase === 'open'
    const closedAt = isOpen ? null : (current.closedAt ?? at)
    const isReopened = isOpen && current.closedAt !== null
    Object.assign(change, { repairProgressId: progressId, closedAt, ...(isReopened && { reopenedAt: now }) })
  }
  if (assigneeId !== undefined && assigneeId !== current.assigneeId) {
    const engineers = assigneeId === null ? [] : await readEngineers(trx, placeOf(current))
    const engineer = engineers.find(({ accountId }) => accountId === assigneeId)
    if (assigneeId !== null && engineer === undefined)
      throw new Problem('repair.engineer_unknown', {}, { assigneeId: 'choice' })
    acts.push({ kind: 'assigned', detail: { name: engineer?.name ?? null } })
    Object.assign(change, { assigneeId })
  }
  if (cause !== undefined && cause !== current.cause) {
    acts.push({ kind: 'cause', detail: { cause } })
    Object.assign(change, { cause })
  }
  if (note !== undefined) acts.push({ kind: 'note', detail: { text: note } })
  return { acts, change }
}
