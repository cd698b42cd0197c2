import { downloadStatus } from '@coldkeep/contract/areas/downloads'
import { evidencePageInfo, listEvidence, orderEvidence } from '@coldkeep/contract/areas/evidence'
import type { StoreId } from '@coldkeep/domain/ids'
import { useCall, useSend } from '../../api/use-call'
import { DateField } from '../../kit/field/DateField'
import { SelectField } from '../../kit/field/SelectField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useShownFaults } from '../../kit/form/use-shown-faults'
import { useText } from '../../kit/text'
import { isDay, shiftDay, todayHere } from '../../parts/day-period'
import { useAddress } from '../../parts/use-address'
import styles from './downloads.module.css'
import { StoreSearchField } from './StoreSearchField'
import { watchDownload } from './watched-downloads'

export interface InsuredFormProps {
  readonly onOrdered: (ordered: { readonly url: string; readonly isOpen: boolean }) => void
}

/** A store, a day, and how many days from it on. */
export function InsuredForm({ onOrdered }: InsuredFormProps) {
  const t = useText()
  const [{ store = '', name = '', from = '', days = '' }, change] = useAddress()
  const info = useCall(evidencePageInfo, {}).data
  const durations = info?.durations ?? []
  const today = todayHere(new Date())
  const firstDay = isDay(from) ? from : (info?.defaultDate ?? shiftDay(today, -1))
  const duration = durations.find(({ value }) => String(value) === days) ?? durations[0]
  const storeId = /^[1-9]\d{0,14}$/.test(store) ? (Number(store) as StoreId) : null
  const ordering = useSend(orderEvidence, {
    invalidates: [listEvidence, downloadStatus],
    onDone: ({ url, id }) => {
      watchDownload(id)
      const opened = window.open(url, '_blank')
      onOrdered({ url, isOpen: opened !== null })
    },
  })
  const faults = useShownFaults(storeId === null ? { store: t('kit.field.required') } : {})
  const missing =
    storeId === null
      ? t('evidence.screen.storeFirst')
      : (from !== '' && !isDay(from)) || firstDay > today
        ? t('evidence.screen.dayFirst')
        : null
  const order = () => {
    faults.showAll()
    if (missing !== null) return
    if (storeId === null || duration === undefined) return
    const lastDay = shiftDay(firstDay, duration.value - 1)
    ordering.mutate({
      body: { storeId, start: `${firstDay}T00:00:00`, end: `${lastDay}T23:59:59` },
    })
  }
  return (
    <Form className={styles.scope} aria-label={t('evidence.title')} onSubmit={order}>
      <StoreSearchField
        label={t('evidence.screen.store')}
        placeholder={t('evidence.screen.storeHelp')}
        error={faults.shown.store}
        onBlur={() => faults.leave('store')}
        chosen={storeId === null ? null : { id: storeId, label: name }}
        onChoose={(chosen) =>
          change({ store: chosen === null ? undefined : String(chosen.id), name: chosen?.label })
        }
      />
      <DateField
        label={t('evidence.screen.first')}
        required
        value={from === '' ? firstDay : from}
        max={today}
        onChange={(day) => change({ from: day ?? undefined })}
      />
      <SelectField
        label={t('evidence.screen.length')}
        loading={duration === undefined}
        value={duration === undefined ? null : String(duration.value)}
        choices={durations.map(({ value, title }) => ({ value: String(value), label: title }))}
        onChange={(value) => change({ days: value ?? undefined })}
      />
      <div className={styles.submit}>
        <SubmitButton busy={ordering.isPending} missing={missing}>
          {t('evidence.screen.download')}
        </SubmitButton>
      </div>
    </Form>
  )
}
