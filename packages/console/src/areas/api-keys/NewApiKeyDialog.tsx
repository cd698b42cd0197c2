import { addApiKey, listApiKeys, MOST_KEY_DAYS } from '@coldkeep/contract/areas/api-keys'
import { departmentMap } from '@coldkeep/contract/areas/organisation'
import { pageKeys } from '@coldkeep/domain/access/page-key'
import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { useState } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { FormModal } from '../../kit/dialog/FormModal'
import { DateField } from '../../kit/field/DateField'
import { MultiSelectField } from '../../kit/field/MultiSelectField'
import { SelectField } from '../../kit/field/SelectField'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import { shiftDay, todayHere } from '../../parts/day-period'
import { findDepartments } from '../../parts/department-path'
import { allPages } from '../../site/pages'
import { useSession } from '../../site/session'
import type { MadeKey } from './ApiKeyDialog'

const FIRST_DAYS = 90

/** Makes a key; what its maker does not hold is not offered. */
export function NewApiKeyDialog({
  onMade,
  onClose,
}: {
  readonly onMade: (made: MadeKey) => void
  readonly onClose: () => void
}) {
  const t = useText()
  const granted = useSession()?.payload.pageGrants ?? []
  const today = todayHere(new Date())
  const [name, setName] = useState('')
  const [department, setDepartment] = useState<string | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [until, setUntil] = useState<string | null>(shiftDay(today, FIRST_DAYS))
  const top = useCall(departmentMap, {}).data
  const departments = top
    ? findDepartments(top, '', Number.POSITIVE_INFINITY).map(({ path, names }) => ({
        value: String(path.at(-1) ?? top.id),
        label: names.length > 1 ? names.slice(1).join(' › ') : (names[0] ?? ''),
      }))
    : []
  const owner = department ?? departments[0]?.value ?? null
  const adding = useSend(addApiKey, {
    invalidates: [listApiKeys],
    onDone: ({ key }) => {
      onClose()
      onMade({ name: name.trim(), key })
    },
  })
  const isWhole = name.trim() !== '' && chosen.length > 0 && until !== null && owner !== null
  const submit = () => {
    if (!isWhole) return
    const body = {
      name: name.trim(),
      departmentId: Number(owner) as DepartmentId,
      pages: pageKeys.filter((key) => chosen.includes(key)),
      // to the end of the day
      expiresAt: new Date(`${until}T23:59:59`).getTime(),
    }
    adding.mutate({ body })
  }
  return (
    <FormModal
      opened
      title={t('apiKeys.add')}
      submitLabel={t('apiKeys.addDo')}
      missing={isWhole ? null : t('apiKeys.missing')}
      dirty={name !== '' || chosen.length > 0}
      busy={adding.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('apiKeys.name')}
        help={t('apiKeys.nameHelp')}
        required
        maxLength={80}
        value={name}
        onChange={setName}
      />
      <SelectField
        label={t('apiKeys.department')}
        required
        searchable
        loading={top === undefined}
        value={owner}
        choices={departments}
        onChange={setDepartment}
      />
      <MultiSelectField
        label={t('apiKeys.pages')}
        help={t('apiKeys.pagesHelp')}
        required
        values={chosen}
        choices={pageKeys
          .filter((key) => granted.includes(key))
          .map((key) => ({ value: key, label: pageText(key, t) }))}
        onChange={setChosen}
      />
      <DateField
        label={t('apiKeys.expires')}
        required
        min={today}
        max={shiftDay(today, MOST_KEY_DAYS - 1)}
        value={until}
        onChange={setUntil}
      />
    </FormModal>
  )
}

function pageText(key: string, t: Translate): string {
  const [title] = allPages()
    .filter((page) => page.key === key)
    .map((page) => t(page.title))
  return title === undefined ? key : `${key} ${title}`
}
