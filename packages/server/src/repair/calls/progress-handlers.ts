import { Problem } from '@coldkeep/contract/problem'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { scopeOf } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import type { Basics } from '../../calls/context'
import { selectDepartmentNames } from '../../settings/setting-place-queries'
import type { Words } from '../../wording/words'
import { addSteps, changeSteps, inheritSteps, isOwnList, type ListWriter, removeStep } from '../progress-list'
import { selectSteps } from '../progress-queries'
import { presentStep } from '../words/present-step'

type ProgressCall =
  | 'listProgressSteps'
  | 'addProgressSteps'
  | 'changeProgressSteps'
  | 'removeProgressStep'
  | 'inheritProgressSteps'

export const progressHandlers = {
  listProgressSteps: async ({ db, user, query: { departmentId }, ...words }) => {
    checkWithin(user, departmentId)
    const steps = await selectSteps(db, departmentId)
    const owner = steps[0]?.departmentId ?? null
    const names = await selectDepartmentNames(db, scopeOf(user))
    const name = owner === null ? null : (names.get(owner) ?? null)
    return {
      steps: steps.map((step, place) => presentStep(step, place, words)),
      isOwn: isOwnList(steps, departmentId),
      source: {
        scope:
          owner === null
            ? ('default' as const)
            : name === null
              ? ('above' as const)
              : ('department' as const),
        name,
      },
    }
  },

  addProgressSteps: async (context) => {
    const { departmentId, steps } = context.body
    await addSteps(context.db, writerOf(context, departmentId), departmentId, steps)
    return {}
  },

  changeProgressSteps: async (context) => {
    const { departmentId, steps } = context.body
    await changeSteps(context.db, writerOf(context, departmentId), departmentId, steps)
    return {}
  },

  removeProgressStep: async (context) => {
    const { departmentId, ...named } = context.query
    await removeStep(context.db, writerOf(context, departmentId), departmentId, named)
    return {}
  },

  inheritProgressSteps: async (context) => {
    const { departmentId } = context.body
    await inheritSteps(context.db, writerOf(context, departmentId), departmentId)
    return {}
  },
} satisfies Pick<Handlers, ProgressCall>

/** @throws Problem `department.unknown` */
function writerOf(
  { user, clock, language, translate }: Basics & Words & { readonly user: SignedIn },
  departmentId: DepartmentId,
): ListWriter {
  checkWithin(user, departmentId)
  return { user, now: clock.now(), words: { language, translate } }
}

/** The list of a department above is none of the caller's, although their stores use it. */
function checkWithin(user: SignedIn, departmentId: DepartmentId): void {
  if (!scopeOf(user).departments.includes(departmentId)) throw new Problem('department.unknown')
}
