import { reviewDaySheet } from '@coldkeep/contract/areas/day-sheets'
import type { StoreId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'

export function reviewRules(
  sheet: { readonly storeId: StoreId; readonly on: string; readonly digest: string },
  t: Translate,
): CallRules<typeof reviewDaySheet, { note: string }> {
  return {
    call: reviewDaySheet,
    labels: { note: t('daySheet.review.note') },
    inputOf: ({ note }) => ({ body: { ...sheet, note } }),
  }
}
