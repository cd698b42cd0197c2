import type { Owned } from '@coldkeep/contract/wire/owner'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Column } from '../kit/table/column'

/** The department that a row belongs to. */
export function ownerColumn<Row extends Owned>(t: Translate): Column<Row> {
  return {
    key: 'owner',
    title: t('instructions.owner'),
    kind: 'text',
    value: ({ owner }) => owner?.name ?? t('instructions.product'),
    wraps: 'words',
  }
}

/** Why the reader cannot change a row of another owner. */
export function lockedByOwner({ owner, canEdit }: Owned, t: Translate): string | null {
  if (canEdit) return null
  return owner === null ? t('instructions.ofProduct') : t('instructions.ofOwner', { owner: owner.name })
}
