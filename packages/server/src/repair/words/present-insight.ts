import type { RepairDetail } from '@coldkeep/contract/areas/repair'
import { ticketOf } from '@coldkeep/domain/repair/repair-case'
import type { Period } from '@coldkeep/domain/time/period'
import { pointName } from '../../wording/point-name'
import type { Words } from '../../wording/words'
import type { RepairCase } from '../case-queries'
import type { CaseInsight } from '../read-insight'

export function presentInsight(
  { deviceId, closeProposedAt, closeProposal }: RepairCase,
  { repeat, curve }: CaseInsight,
  { translate }: Words,
): Pick<RepairDetail, 'proposal' | 'repeat' | 'curve'> {
  return {
    proposal:
      closeProposedAt === null || closeProposal === null
        ? null
        : {
            ...{ ...closeProposal, at: closeProposedAt },
            // of a case without equipment the reader may not see the one whose alarm has joined it
            figures: deviceId === null ? [] : [...closeProposal.figures],
            unseen: deviceId === null ? [] : [...closeProposal.unseen],
          },
    repeat:
      repeat === null || repeat.before.closedAt === null
        ? null
        : {
            ordinal: repeat.ordinal,
            before: {
              id: repeat.before.repairCaseId,
              ticket: ticketOf(repeat.before.repairCaseId),
              closedAt: repeat.before.closedAt,
            },
          },
    curve: curve && {
      ...curve,
      point: { ...curve.point, name: pointName(curve.point.name, translate) },
      before: spanOf(curve.before),
      after: curve.after && spanOf(curve.after),
    },
  }
}

function spanOf({ startAt, endAt }: Period) {
  return { from: startAt, to: endAt }
}
