import { addApiKey, listApiKeys, MOST_KEY_DAYS } from '@coldkeep/contract/areas/api-keys'
import { departmentMap } from '@coldkeep/contract/areas/organisation'
import { pageKeys } from '@coldkeep/domain/access/page-key'
import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { useCall } from '../../api/use-call'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { DateField } from '../../kit/field/DateField'
import { MultiSelectField } from '../../kit/field/MultiSelectField'
import { SelectField } from '../../kit/field/SelectField'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import { isDay, shiftDay, todayHere } from '../../parts/day-period'
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
  const top = useCall(departmentMap, {}).data
  const departments = top
    ? findDepartments(top, '', Number.POSITIVE_INFINITY).map(({ path, names }) => ({
        value: String(path.at(-1) ?? top.id),
        label: names.length > 1 ? names.slice(1).join(' › ') : (names[0] ?? ''),
      }))
    : []
  const [first] = departments
  const form = useSendForm({
    ...keyRules(first?.value ?? null, t),
    initial: blankKey(today),
    invalidates: [listApiKeys],
    onDone: ({ key }, { body }) => {
      onClose()
      onMade({ name: body.name, key })
    },
  })
  return (
    <FormModal
      opened
      title={t('apiKeys.add')}
      submitLabel={t('apiKeys.addDo')}
      {...form.window}
      onClose={onClose}
    >
      <TextField {...form.field('name')} help={t('apiKeys.nameHelp')} />
      <SelectField
        {...form.field('departmentId')}
        required
        searchable
        loading={top === undefined}
        value={form.values.departmentId ?? first?.value ?? null}
        choices={departments}
      />
      <MultiSelectField
        {...form.field('pages')}
        help={t('apiKeys.pagesHelp')}
        values={form.values.pages}
        choices={pageKeys
          .filter((key) => granted.includes(key))
          .map((key) => ({ value: key, label: pageText(key, t) }))}
      />
      <DateField {...form.field('expiresAt')} min={today} max={shiftDay(today, MOST_KEY_DAYS - 1)} />
    </FormModal>
  )
}

interface KeyValues {
  readonly name: string
  /** `null`: the first that is offered. */
  readonly departmentId: string | null
  readonly pages: readonly string[]
  /** The last day on which it holds. */
  readonly expiresAt: string | null
}

/** @param first the department where none was chosen */
export function keyRules(first: string | null, t: Translate): CallRules<typeof addApiKey, KeyValues> {
  return {
    call: addApiKey,
    labels: {
      name: t('apiKeys.name'),
      departmentId: t('apiKeys.department'),
      pages: t('apiKeys.pages'),
      expiresAt: t('apiKeys.expires'),
    },
    inputOf: ({ name, departmentId, pages, expiresAt }) => ({
      body: {
        name: name.trim(),
        departmentId: idIn(departmentId ?? first),
        pages: pageKeys.filter((key) => pages.includes(key)),
        expiresAt: expiresAt === null ? null : endOf(expiresAt),
      },
    }),
  }
}

function blankKey(today: string): KeyValues {
  return { name: '', departmentId: null, pages: [], expiresAt: shiftDay(today, FIRST_DAYS) }
}

/** @returns NaN where it is no day */
function endOf(day: string): number {
  return isDay(day) ? new Date(`${day}T23:59:59`).getTime() : Number.NaN
}

function idIn(value: string | null): DepartmentId | null {
  return value === null ? null : (Number(value) as DepartmentId)
}

function pageText(key: string, t: Translate): string {
  const [title] = allPages()
    .filter((page) => page.key === key)
    .map((page) => t(page.title))
  return title === undefined ? key : `${key} ${title}`
}
