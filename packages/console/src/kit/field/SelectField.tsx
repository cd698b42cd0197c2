import { type OptionsFilter, Select } from '@mantine/core'
import type { Ref } from 'react'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import './field.css'
import { Icon } from '../icons'
import { useText } from '../text'
import { type FieldProps, wrapperProps } from './field-props'

/** From this many choices on, a select can be searched by typing. */
export const SEARCH_FROM = 9

export interface Choice {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

export interface SelectFieldProps extends FieldProps {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly choices: readonly Choice[]
  readonly placeholder?: string
  readonly clearable?: boolean
  readonly searchable?: boolean
  /** What is typed: the choices follow from it then, and all of them are shown. */
  readonly onSearch?: (text: string) => void
  readonly loading?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** The service has searched. */
const everyOption: OptionsFilter = ({ options }) => options

export function SelectField(props: SelectFieldProps) {
  const {
    value,
    onChange,
    choices,
    placeholder,
    clearable = false,
    searchable,
    onSearch,
    loading = false,
    ref,
  } = props
  const t = useText()
  return (
    <Select
      {...wrapperProps(props)}
      ref={ref}
      value={value}
      onChange={onChange}
      data={choices.map(({ value, label, disabled }) => ({ value, label, disabled }))}
      placeholder={loading ? t('kit.state.loading') : (placeholder ?? t('kit.field.choose'))}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': t('kit.field.clear') }}
      searchable={searchable ?? (onSearch !== undefined || choices.length >= SEARCH_FROM)}
      onSearchChange={onSearch}
      filter={onSearch && everyOption}
      openOnFocus={onSearch === undefined}
      nothingFoundMessage={t(loading ? 'kit.state.loading' : 'kit.field.nothingFound')}
      allowDeselect={false}
      withCheckIcon={false}
      maxDropdownHeight={320}
      aria-busy={loading || undefined}
      comboboxProps={{ transitionProps: { duration: 0 }, zIndex: 'var(--layer-error)' }}
      rightSection={<Icon name="select" />}
    />
  )
}
