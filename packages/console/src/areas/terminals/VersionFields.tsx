import { SelectField } from '../../kit/field/SelectField'
import { useLanguage, useText } from '../../kit/text'
import {
  ALL,
  behindChoices,
  typeChoices,
  type VersionCount,
  type VersionFilter,
  versionChoices,
} from './version-filter'

export interface VersionFieldsProps {
  readonly filter: VersionFilter
  /** What runs; empty while it is not known. */
  readonly versions: readonly VersionCount[]
  /** Names of the address; `undefined` takes one off. */
  readonly onChange: (changed: Readonly<Record<string, string | undefined>>) => void
}

/** Which program terminals run, or which system their box, and how far it is behind. Where all run one type there is none to choose. */
export function VersionFields({ filter, versions, onChange }: VersionFieldsProps) {
  const t = useText()
  const { type, version, behind } = filter
  const words = { t, language: useLanguage() }
  const types = typeChoices(versions, type, words)
  const hasTypes = type !== ALL || types.length > 2
  const set = (next: string | null) => (next === ALL || next === null ? undefined : next)
  return (
    <>
      {hasTypes && (
        <SelectField
          label={t('terminals.versions.anyType')}
          value={type}
          choices={types}
          onChange={(next) => onChange({ type: set(next), version: undefined })}
        />
      )}
      <SelectField
        label={t('terminals.versions.anyVersion')}
        value={version}
        choices={versionChoices(versions, filter, words)}
        onChange={(next) => onChange({ version: set(next) })}
      />
      <SelectField
        label={t('terminals.versions.behindTitle')}
        value={String(behind)}
        choices={behindChoices(t)}
        onChange={(next) => onChange({ behind: next === '0' || next === null ? undefined : next })}
      />
    </>
  )
}
