import { renewRepair } from '@coldkeep/contract/areas/repair'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import type { OutgoingPhoto } from '../../parts/photo-outbox'
import type { RepairEntry } from './renew-form'

/** What is added to a case: a note, photos, or both. */
export interface CaseNote {
  readonly note: string
  readonly photos: readonly OutgoingPhoto[]
}

export const noNote: CaseNote = { note: '', photos: [] }

/** @param key of this note, however often it is sent */
export function caseNoteRules(
  key: string,
  { id: caseId, revision }: RepairEntry,
  t: Translate,
): CallRules<typeof renewRepair, CaseNote> {
  return {
    call: renewRepair,
    labels: { note: t('repair.note') },
    // photos say something by themselves
    check: ({ note, photos }): FieldFaults =>
      note.trim() === '' && photos.length === 0 ? { note: t('kit.field.required') } : {},
    inputOf: ({ note }) => ({
      params: { caseId },
      body: { key, revision, ...(note.trim() !== '' && { note }) },
    }),
  }
}
