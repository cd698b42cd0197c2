import { getCompany } from '@coldkeep/contract/areas/account'
import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'
import { levelNamesOf } from '@coldkeep/domain/organisation/level-names'
import type { PhraseKey } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { useCall } from '../api/use-call'
import { announce } from '../kit/announce'
import { Chip } from '../kit/Chip'
import type { FieldProps } from '../kit/field/field-props'
import { SelectField } from '../kit/field/SelectField'
import { useText } from '../kit/text'
import {
  type CascadeLevel,
  cascadeLevels,
  chooseIn,
  type DepartmentPath,
  findDepartments,
  followPath,
  pathOf,
  pathText,
} from './department-path'
import styles from './parts.module.css'
import { keepRecentPath, recentPaths } from './recent-paths'

const LEVEL_NAMES = [
  'organisation.cascade.levelNames.l1',
  'organisation.cascade.levelNames.l2',
  'organisation.cascade.levelNames.l3',
  'organisation.cascade.levelNames.l4',
  'organisation.cascade.levelNames.l5',
  'organisation.cascade.levelNames.l6',
] as const satisfies readonly PhraseKey[]

export interface OrgCascadeProps extends Pick<FieldProps, 'error' | 'onBlur'> {
  /** What the caller may see, from its top down; `undefined` while it loads. */
  readonly top: Department | undefined
  readonly path: DepartmentPath
  readonly onChange: (path: DepartmentPath) => void
  /** A department has to be chosen; true when left out. */
  readonly required?: boolean
}

/** One select per level, down to six. Find fills all of them at once; recent paths are chips. */
export function OrgCascade({ top, path, onChange, required = true, error, onBlur }: OrgCascadeProps) {
  const t = useText()
  const [recent, setRecent] = useState(recentPaths)

  function take(next: DepartmentPath) {
    const cleared = path.length - next.length
    if (cleared > 0) announce(t('organisation.cascade.cleared', { count: cleared }))
    if (next.length > 1) setRecent(keepRecentPath(next))
    onChange(next)
  }

  // The first level is the same element before and after: one that was opened while it loaded stays open.
  const names = levelNamesOf(useCall(getCompany, {}).data?.levelNames ?? '')
  const levels = top ? cascadeLevels(top, path) : [null]
  return (
    <div className={styles.stack}>
      {top && <FindDepartment top={top} path={path} onChange={take} />}
      {top && (
        <Recent top={top} paths={recent.filter((one) => pathText(one) !== pathText(path))} onChange={take} />
      )}
      {levels.map((level, index) => (
        <LevelSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: a level is its position
          key={index}
          level={level}
          label={names[index] ?? t(LEVEL_NAMES[index] ?? LEVEL_NAMES[0])}
          isFirst={index === 0}
          required={index === 0 && required}
          error={index === 0 ? error : null}
          onBlur={index === 0 ? onBlur : undefined}
          onChange={take}
        />
      ))}
    </div>
  )
}

function LevelSelect(
  props: Pick<FieldProps, 'error' | 'onBlur'> & {
    /** `null` while the departments load. */
    level: CascadeLevel | null
    label: string
    isFirst: boolean
    required: boolean
    onChange: (path: DepartmentPath) => void
  },
) {
  const t = useText()
  const { level, isFirst, required } = props
  return (
    <SelectField
      label={props.label}
      required={required}
      error={props.error}
      onBlur={props.onBlur}
      clearable={!required}
      loading={level === null}
      value={level?.chosen ? String(level.chosen.id) : null}
      placeholder={
        isFirst
          ? t('organisation.cascade.choose')
          : t('organisation.cascade.allBelow', { total: level?.options.length ?? 0 })
      }
      choices={level?.options.map((option) => ({ value: String(option.id), label: option.name })) ?? []}
      onChange={(value) => {
        if (level) props.onChange(chooseIn(level, value === null ? null : (Number(value) as DepartmentId)))
      }}
    />
  )
}

function FindDepartment({
  top,
  path,
  onChange,
}: Required<Pick<OrgCascadeProps, 'path' | 'onChange'>> & { top: Department }) {
  const t = useText()
  const choices = useMemo(
    () =>
      findDepartments(top, '', Number.POSITIVE_INFINITY).map((found) => ({
        value: pathText(found.path),
        label: found.names.length > 1 ? found.names.slice(1).join(' › ') : (found.names[0] ?? ''),
      })),
    [top],
  )
  if (choices.length < 2) return null
  return (
    <SelectField
      label={t('organisation.cascade.find')}
      placeholder={t('organisation.cascade.findHint')}
      searchable
      clearable
      value={path.length > 1 ? pathText(path) : null}
      choices={choices}
      onChange={(value) => onChange(value === null ? [] : pathOf(value))}
    />
  )
}

function Recent(props: {
  top: Department
  paths: readonly DepartmentPath[]
  onChange: (path: DepartmentPath) => void
}) {
  const t = useText()
  const known = props.paths
    .map((path) => ({ path, departments: followPath(props.top, path) }))
    .filter(({ path, departments }) => departments.length === path.length)
    .slice(0, 3)
  if (known.length === 0) return null
  return (
    <fieldset className={styles.chips}>
      <legend className="visually-hidden">{t('organisation.cascade.recent')}</legend>
      {known.map(({ path, departments }) => (
        <Chip key={pathText(path)} onClick={() => props.onChange(path)}>
          {departments.at(-1)?.name ?? ''}
        </Chip>
      ))}
    </fieldset>
  )
}
