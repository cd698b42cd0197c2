import { MultiSelect } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import './field.css'
import { useText } from '../text'
import { type FieldProps, wrapperProps } from './field-props'
import { type Choice, SEARCH_FROM } from './SelectField'

export interface MultiSelectFieldProps extends FieldProps {
  readonly values: readonly string[]
  readonly onChange: (values: string[]) => void
  readonly choices: readonly Choice[]
  readonly placeholder?: string
  readonly most?: number
}

export function MultiSelectField(props: MultiSelectFieldProps) {
  const { values, onChange, choices, placeholder, most } = props
  const t = useText()
  return (
    <MultiSelect
      {...wrapperProps(props)}
      value={[...values]}
      onChange={onChange}
      data={choices.map(({ value, label, disabled }) => ({ value, label, disabled }))}
      placeholder={values.length === 0 ? (placeholder ?? t('kit.field.choose')) : undefined}
      searchable={choices.length >= SEARCH_FROM}
      nothingFoundMessage={t('kit.field.nothingFound')}
      maxValues={most}
      maxDropdownHeight={320}
      clearButtonProps={{ 'aria-label': t('kit.field.clear') }}
      comboboxProps={{ transitionProps: { duration: 0 }, zIndex: 'var(--layer-error)' }}
    />
  )
}
