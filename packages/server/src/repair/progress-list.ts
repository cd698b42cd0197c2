import { type ProgressStep, type ProgressStepDraft, wireStep } from '@coldkeep/contract/areas/repair-progress'
import { Problem } from '@coldkeep/contract/problem'
import type { DepartmentId, RepairProgressId } from '@coldkeep/domain/ids'
import { faultOfList, placed } from '@coldkeep/domain/repair/progress-list'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { isOutdated, rowChanged } from '../access/row-changed'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import type { Words } from '../wording/words'
import { lockList, removeList, type WrittenStep, writeList } from './progress-list-queries'
import { type RepairStep, selectSteps } from './progress-queries'
import { presentStep, titlesOf } from './words/present-step'
import { stepTitle } from './words/step-title'

export interface ListWriter {
  readonly user: SignedIn
  readonly now: EpochMs
  readonly words: Words
}

type Named = { readonly id: RepairProgressId; readonly revision?: number | undefined }

/** @throws Problem as `rewrite` does */
export function addSteps(
  db: Db,
  writer: ListWriter,
  departmentId: DepartmentId,
  drafts: readonly ProgressStepDraft[],
): Promise<void> {
  return rewrite(db, writer, departmentId, 'add', drafts, (steps) =>
    drafts.reduce((list, draft) => placed(list, { id: null, ...wordsOf(draft) }, draft.position), steps),
  )
}

/** @throws Problem `repair.step_unknown`, `row.changed`, and as `rewrite` does */
export function changeSteps(
  db: Db,
  writer: ListWriter,
  departmentId: DepartmentId,
  changes: readonly (ProgressStepDraft & Named)[],
): Promise<void> {
  return rewrite(db, writer, departmentId, 'change', changes, (steps, found) =>
    changes.reduce((list, { id, revision, ...draft }) => {
      const before = found({ id, revision })
      const at = list.indexOf(before)
      const after = changed(before, draft, writer.words)
      return placed(list.with(at, after), after, draft.position)
    }, steps),
  )
}

/** @throws Problem `repair.step_unknown`, `row.changed`, and as `rewrite` does */
export function removeStep(
  db: Db,
  writer: ListWriter,
  departmentId: DepartmentId,
  named: Named,
): Promise<void> {
  return rewrite(db, writer, departmentId, 'remove', [], (steps, found) => {
    const gone = found(named)
    return steps.filter((step) => step !== gone)
  })
}

/** The department uses the list above it from now on; one that does so already stays as it is. */
export async function inheritSteps(db: Db, writer: ListWriter, departmentId: DepartmentId): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockList(trx, departmentId)
    const before = await selectSteps(trx, departmentId)
    if (!isOwnList(before, departmentId)) return
    await removeList(trx, departmentId, writer.now)
    await audit(trx, writer, departmentId, 'inherit', before, await selectSteps(trx, departmentId))
  })
}

export function isOwnList(steps: readonly RepairStep[], departmentId: DepartmentId): boolean {
  return steps[0]?.departmentId === departmentId
}

/**
 * Changes the list of a department as a whole; one that it has inherited so far is copied.
 * @throws Problem `repair.list_no_open`, `repair.list_no_done`, `repair.list_too_many`, `repair.list_repeated`
 */
async function rewrite(
  db: Db,
  writer: ListWriter,
  departmentId: DepartmentId,
  act: 'add' | 'change' | 'remove',
  drafts: readonly unknown[],
  edit: (steps: WrittenStep[], found: (named: Named) => WrittenStep) => WrittenStep[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockList(trx, departmentId)
    const before = await selectSteps(trx, departmentId)
    const isOwn = isOwnList(before, departmentId)
    // steps that are inherited are named by the ids of their own list
    const steps = before.map(
      ({ repairProgressId, standard, title, titles, phase }): WrittenStep => ({
        id: isOwn ? repairProgressId : null,
        ...{ standard, title, titles, phase },
      }),
    )
    const found = (named: Named) => {
      const at = before.findIndex(({ repairProgressId }) => repairProgressId === named.id)
      const [row, step] = [before[at], steps[at]]
      if (row === undefined || step === undefined) throw new Problem('repair.step_unknown')
      if (isOutdated(named, row)) throw rowChanged(wireStep, presentStep(row, at, writer.words))
      return step
    }
    const after = edit(steps, found)
    const fault = faultOfList(after)
    if (fault !== null) {
      const isOfName = fault === 'repeated' && drafts.length > 0
      throw new Problem(`repair.list_${fault}`, {}, isOfName ? { 'steps.0.title': 'choice' } : undefined)
    }
    await writeList(trx, departmentId, after, writer.now)
    await audit(trx, writer, departmentId, act, before, after)
  })
}

/** One of the product that keeps its words stays one; a step with another meaning is another step. */
function changed(before: WrittenStep, draft: Omit<ProgressStepDraft, 'position'>, words: Words): WrittenStep {
  const after = wordsOf(draft)
  const isStandard =
    before.standard !== null &&
    after.phase === before.phase &&
    draft.title === stepTitle(before, words) &&
    Object.keys(after.titles).length === 0
  if (isStandard) return { ...before }
  return { id: after.phase === before.phase ? before.id : null, ...after }
}

function wordsOf(draft: Omit<ProgressStepDraft, 'position'>): Omit<WrittenStep, 'id'> {
  return { standard: null, title: draft.title, titles: titlesOf(draft), phase: draft.phase }
}

type Shown = Pick<ProgressStep, 'title' | 'phase'>

async function audit(
  trx: Trx,
  { user, now, words }: ListWriter,
  departmentId: DepartmentId,
  act: 'add' | 'change' | 'remove' | 'inherit',
  before: readonly (RepairStep | WrittenStep)[],
  after: readonly (RepairStep | WrittenStep)[],
): Promise<void> {
  const shown = (step: RepairStep | WrittenStep): Shown => ({
    title: stepTitle(step, words),
    phase: step.phase,
  })
  await addAudit(trx, {
    at: now,
    by: { accountId: user.accountId, name: user.name },
    ...{ storeId: null, departmentId, kind: `repair.list_${act}`, outcome: 'done' },
    subject: after
      .map((step) => shown(step).title)
      .join(', ')
      .slice(0, 200),
    detail: { before: before.map(shown), after: after.map(shown) },
  })
}
