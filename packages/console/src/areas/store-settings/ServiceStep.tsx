import type { SettingsDevice } from '@coldkeep/contract/areas/store-settings'
import { demandIntervals } from '@coldkeep/domain/organisation/check-device'
import { Suspense, useState } from 'react'
import { Button } from '../../kit/Button'
import { readDay } from '../../kit/field/day-text'
import { NumberField } from '../../kit/field/NumberField'
import { SelectField } from '../../kit/field/SelectField'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useStoreField } from './InformationStep'
import { ReadOnlyReason } from './ReadOnlyReason'
import { StorePoints } from './StorePoints'
import type { SetupStepProps } from './setup-step'
import styles from './store-settings.module.css'

const DateField = lazily(() => import('../../kit/field/DateField'), 'DateField')
const FIELD_HEIGHT_PX = 62

/**
 * What the store has besides being monitored: an end of the service, insured temperatures, a contract of
 * electricity.
 */
export function ServiceStep(props: SetupStepProps) {
  const t = useText()
  const { day } = useStoreField(props)
  const devices = props.settings.devices.filter(({ isRetired }) => !isRetired)
  const insured = devices.filter(({ isInsured }) => isInsured)
  const meters = devices.filter(({ type }) => type === 'main_meter')
  const isChangeable = props.mayChange('devices')
  return (
    <Suspense fallback={<Skeleton height={FIELD_HEIGHT_PX} />}>
      <div className={styles.parts}>
        <section className={frame.stack} aria-label={t('storeSettings.service')}>
          <h3>{t('storeSettings.service')}</h3>
          <div className={frame.choices}>
            <DateField label={t('storeSettings.serviceEndDate')} {...day('service_end_date')} />
          </div>
        </section>
        <StorePoints storeId={props.storeId} />
        <section className={frame.stack} aria-label={t('storeSettings.insurance')}>
          <h3>{t('storeSettings.insurance')}</h3>
          {!isChangeable && <ReadOnlyReason page={t('shell.pages.equipment')} />}
          {insured.length === 0 && <p className={frame.note}>{t('storeSettings.insuredNone')}</p>}
          {insured.length > 1 && isChangeable && <ForAll {...props} />}
          {insured.map((device) => (
            <InsuredDevice key={device.key} device={device} isLocked={!isChangeable} {...props} />
          ))}
        </section>
        <section className={frame.stack} aria-label={t('storeSettings.electricity')}>
          <h3>{t('storeSettings.electricity')}</h3>
          {meters.length === 0 && <p className={frame.note}>{t('storeSettings.noMeter')}</p>}
          {meters.map((device) => (
            <Contract key={device.key} device={device} isLocked={!isChangeable} {...props} />
          ))}
        </section>
      </div>
    </Suspense>
  )
}

type OneProps = SetupStepProps & { readonly device: SettingsDevice; readonly isLocked: boolean }

function changeDevice({ settings, edit }: SetupStepProps, key: string, patch: Partial<SettingsDevice>): void {
  edit({ devices: settings.devices.map((one) => (one.key === key ? { ...one, ...patch } : one)) })
}

/** The same days for all of them. */
function ForAll({ settings, edit }: SetupStepProps) {
  const t = useText()
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const isReadable = [from, until].every((day) => day === '' || readDay(day) !== undefined)
  return (
    <fieldset className={styles.days}>
      <legend className="visually-hidden">{t('storeSettings.forAll')}</legend>
      <strong aria-hidden="true">{t('storeSettings.forAll')}</strong>
      <DateField
        label={t('storeSettings.insuredFrom')}
        value={from || null}
        onChange={(day) => setFrom(day ?? '')}
      />
      <DateField
        label={t('storeSettings.insuredUntil')}
        value={until || null}
        onChange={(day) => setUntil(day ?? '')}
      />
      <Button
        disabledReason={isReadable ? null : t('kit.field.notDate')}
        onClick={() =>
          edit({
            devices: settings.devices.map((device) =>
              device.isInsured && !device.isRetired
                ? {
                    ...device,
                    insuredFrom: from || device.insuredFrom,
                    insuredUntil: until || device.insuredUntil,
                  }
                : device,
            ),
          })
        }
      >
        {t('storeSettings.apply')}
      </Button>
    </fieldset>
  )
}

function InsuredDevice(props: OneProps) {
  const { device, faults, onLeave, isLocked } = props
  const t = useText()
  const { key, name } = device
  const field = (part: 'insuredFrom' | 'insuredUntil') => ({
    value: device[part] || null,
    required: true,
    disabled: isLocked,
    error: faults[`devices.${key}.${part}`],
    onBlur: () => onLeave(`devices.${key}.${part}`),
    // the draft takes days alone; what is none keeps the step open as nothing would
    onChange: (day: string | null) => changeDevice(props, key, { [part]: readDay(day) ?? '' }),
  })
  return (
    <fieldset className={styles.days}>
      <legend className="visually-hidden">{name}</legend>
      <strong aria-hidden="true">{name}</strong>
      <DateField label={t('storeSettings.insuredFrom')} {...field('insuredFrom')} />
      <DateField label={t('storeSettings.insuredUntil')} {...field('insuredUntil')} />
    </fieldset>
  )
}

function Contract(props: OneProps) {
  const { device, faults, onLeave, isLocked } = props
  const t = useText()
  const { key, name } = device
  return (
    <div className={frame.choices}>
      <NumberField
        label={t('storeSettings.contractOf', { name })}
        unit="kW"
        min={0}
        disabled={isLocked}
        value={device.contractedKw}
        error={faults[`devices.${key}.contractedKw`]}
        onBlur={() => onLeave(`devices.${key}.contractedKw`)}
        onChange={(value) => changeDevice(props, key, { contractedKw: value })}
      />
      <SelectField
        label={t('storeSettings.intervalOf', { name })}
        clearable
        disabled={isLocked}
        value={device.demandIntervalMinutes === null ? null : String(device.demandIntervalMinutes)}
        error={faults[`devices.${key}.demandIntervalMinutes`]}
        choices={demandIntervals.map((minutes) => ({
          value: String(minutes),
          label: t('equipment.intervalMinutes', { minutes }),
        }))}
        onChange={(value) =>
          changeDevice(props, key, {
            demandIntervalMinutes: demandIntervals.find((one) => String(one) === value) ?? null,
          })
        }
      />
    </div>
  )
}
