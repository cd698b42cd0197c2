import { acknowledgeAlarms, assignAlarms, commentAlarms, shelveAlarms } from '@coldkeep/contract/areas/alarms'
import type { AlarmId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'

type Ids = readonly AlarmId[]

/** Minutes that an alarm may be put aside for. */
export const SHELVING_MINUTES = [30, 60, 120, 240, 480, 1440] as const

interface Comment {
  readonly comment: string
}

export function acknowledgeRules(ids: Ids, t: Translate): CallRules<typeof acknowledgeAlarms, Comment> {
  return {
    call: acknowledgeAlarms,
    labels: { comment: t('handling.commentField') },
    inputOf: ({ comment }) => ({ body: { ids, ...(comment.trim() !== '' && { comment }) } }),
  }
}

export function commentRules(ids: Ids, t: Translate): CallRules<typeof commentAlarms, Comment> {
  return {
    call: commentAlarms,
    labels: { comment: t('handling.commentField') },
    inputOf: ({ comment }) => ({ body: { ids, comment } }),
  }
}

export function assignRules(
  ids: Ids,
  t: Translate,
): CallRules<typeof assignAlarms, { readonly assignee: string }> {
  return {
    call: assignAlarms,
    labels: { assignee: t('handling.assignee') },
    inputOf: ({ assignee }) => ({ body: { ids, assignee } }),
  }
}

interface Shelving {
  /** Minutes from now. */
  readonly until: string | null
  readonly reason: string
}

export const shortShelving: Shelving = { until: String(SHELVING_MINUTES[1]), reason: '' }

export function shelveRules(ids: Ids, t: Translate): CallRules<typeof shelveAlarms, Shelving> {
  return {
    call: shelveAlarms,
    labels: { until: t('handling.shelveUntil'), reason: t('handling.reason') },
    inputOf: ({ until, reason }) => ({
      body: { ids, until: until === null ? null : Date.now() + Number(until) * 60_000, reason },
    }),
  }
}
