import { openHelpSession } from '@coldkeep/contract/areas/help-desk'
import type { DeviceId, RepairCaseId, StoreId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import type { FieldFaults } from '../../kit/form/use-shown-faults'

export interface BeginDraft {
  /** None: the whole store. */
  readonly devices: readonly DeviceId[]
  /** `null`: a new one. */
  readonly caseId: RepairCaseId | null
  readonly fault: string
}

export const noBegin: BeginDraft = { devices: [], caseId: null, fault: '' }

/** @param id of the session, made once, so that one that is sent twice is one */
export function beginHelpRules(
  id: string,
  storeId: StoreId,
  t: Translate,
): CallRules<typeof openHelpSession, BeginDraft> {
  return {
    call: openHelpSession,
    labels: { fault: t('helpDesk.fault') },
    inputOf: ({ devices, caseId, fault }) => ({
      body: { id, storeId, devices: [...devices], caseId, fault: caseId === null ? fault.trim() : '' },
    }),
    check: ({ caseId, fault }): FieldFaults =>
      caseId === null && fault.trim() === '' ? { fault: t('kit.field.required') } : {},
  }
}
