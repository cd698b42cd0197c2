import { departmentMap } from '@coldkeep/contract/areas/organisation'
import type { Owned } from '@coldkeep/contract/wire/owner'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Column } from '../../kit/table/column'
import { findDepartments } from '../../parts/department-path'
import { servedChoices } from './editor-field'

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

/** More departments than anyone looks through. */
const MOST_CHOICES = 2_000

/** The departments to which the reader may give something new: the own one and those below. */
export function ownerChoices<Draft>() {
  return servedChoices<Draft, typeof departmentMap>(
    departmentMap,
    () => ({}),
    (top) =>
      findDepartments(top, '', MOST_CHOICES).flatMap(({ path, names }) => {
        const id = path.at(-1)
        return id === undefined ? [] : [{ value: id, label: names.join(' / ') }]
      }),
  )
}

/** Why the reader cannot change a row of another owner. */
export function lockedByOwner({ owner, canEdit }: Owned, t: Translate): string | null {
  if (canEdit) return null
  return owner === null ? t('instructions.ofProduct') : t('instructions.ofOwner', { owner: owner.name })
}
