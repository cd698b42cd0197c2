import { listVendors } from '@coldkeep/contract/areas/organisation'
import type { StoreText } from '@coldkeep/contract/areas/store-settings'
import { cellLimits } from '@coldkeep/domain/organisation/store-cells'
import { Fragment, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { SelectField } from '../../kit/field/SelectField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { TextField } from '../../kit/field/TextField'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { countryChoices, zoneChoices } from './places'
import { storeLabels } from './setting-words'
import type { SetupStepProps } from './setup-step'

const DateField = lazily(() => import('../../kit/field/DateField'), 'DateField')
const FIELD_HEIGHT_PX = 62
/** Under the store and its services. */
type EnteredElsewhere = 'code' | 'name' | 'service_end_date'

/** Everything that is written down of the store. */
export function InformationStep(props: SetupStepProps) {
  const t = useText()
  const language = useLanguage()
  const countries = useMemo(() => countryChoices(language), [language])
  const zones = useMemo(zoneChoices, [])
  const field = useStoreField(props)
  const hours = { help: t('storeSettings.hoursHelp'), placeholder: 'HH:MM' }
  const labels = storeLabels(t)
  // a text that no step has does not compile
  const fields: Readonly<Record<Exclude<StoreText, EnteredElsewhere>, ReactNode>> = {
    country: (
      <SelectField label={labels.country} searchable choices={countries} {...field.choice('country')} />
    ),
    time_zone: (
      <SelectField label={labels.time_zone} searchable choices={zones} {...field.choice('time_zone')} />
    ),
    phone: <TextField label={labels.phone} type="tel" {...field.text('phone')} />,
    vendor: <VendorField {...props} />,
    opens: <TextField label={labels.opens} {...hours} {...field.text('opens')} />,
    closes: <TextField label={labels.closes} {...hours} {...field.text('closes')} />,
    tax_id: <TextField label={labels.tax_id} {...field.text('tax_id')} />,
    security_account: <TextField label={labels.security_account} {...field.text('security_account')} />,
    opening_date: (
      <Suspense fallback={<Skeleton height={FIELD_HEIGHT_PX} />}>
        <DateField label={labels.opening_date} {...field.day('opening_date')} />
      </Suspense>
    ),
    floor_area: (
      <TextField
        label={labels.floor_area}
        help={t('storeSettings.floorAreaHelp')}
        {...field.text('floor_area')}
      />
    ),
    address: <TextAreaField label={labels.address} rows={2} {...field.text('address')} />,
    note: <TextAreaField label={labels.note} rows={2} {...field.text('note')} />,
  }
  return (
    <div className={frame.choices}>
      {Object.entries(fields).map(([name, shown]) => (
        <Fragment key={name}>{shown}</Fragment>
      ))}
    </div>
  )
}

/** Fields over the texts of a store. */
export function useStoreField({ settings, edit, faults, onLeave }: SetupStepProps) {
  const { store } = settings
  const change = (key: StoreText, value: string) => edit({ store: { ...store, [key]: value } })
  const look = (key: StoreText) => ({
    error: faults[`store.${key}`],
    onBlur: () => onLeave(`store.${key}`),
    required: cellLimits(key).isNeeded,
  })
  return {
    text: (key: StoreText) => ({
      ...look(key),
      maxLength: cellLimits(key).maxLength,
      value: store[key],
      onChange: (value: string) => change(key, value),
    }),
    choice: (key: StoreText) => ({
      ...look(key),
      value: store[key] === '' ? null : store[key],
      onChange: (value: string | null) => change(key, value ?? ''),
    }),
    day: (key: StoreText) => ({
      ...look(key),
      value: store[key] === '' ? null : store[key],
      onChange: (value: string | null) => change(key, value ?? ''),
    }),
  }
}

const OTHER = '\u0000other'

/** A vendor of the own stores, or a new one. */
function VendorField(props: SetupStepProps) {
  const t = useText()
  const { settings, edit } = props
  const { text } = useStoreField(props)
  const { vendor } = settings.store
  const listed = useCall(listVendors, { query: { departmentId: null, type: 'all' } })
  const names = [...new Set((listed.data ?? []).map(({ name }) => name))]
  const [isOther, setOther] = useState(false)
  const isTyped = isOther || (listed.data !== undefined && vendor !== '' && !names.includes(vendor))
  const change = (name: string) => edit({ store: { ...settings.store, vendor: name } })
  return (
    <>
      <SelectField
        label={t('storeSettings.vendor')}
        clearable
        loading={listed.isLoading}
        value={isTyped ? OTHER : vendor === '' ? null : vendor}
        choices={[
          ...names.map((name) => ({ value: name, label: name })),
          { value: OTHER, label: t('storeSettings.otherVendor') },
        ]}
        onChange={(value) => {
          setOther(value === OTHER)
          change(value === OTHER ? '' : (value ?? ''))
        }}
      />
      {isTyped && (
        <TextField
          label={t('storeSettings.vendorName')}
          help={t('storeSettings.vendorHelp')}
          {...text('vendor')}
        />
      )}
    </>
  )
}
