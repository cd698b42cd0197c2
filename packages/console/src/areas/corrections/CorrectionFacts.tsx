import type { BreachDetail, WireBreach } from '@coldkeep/contract/areas/corrections'
import { type BreachState, isOpen } from '@coldkeep/domain/corrections/breach-state'
import { formatInstant, formatMinutes, formatNumber } from '@coldkeep/phrases/format'
import { StatusTag } from '../../kit/StatusTag'
import { useLanguage, useText } from '../../kit/text'
import { Fact } from '../../parts/Fact'
import frame from '../../parts/page.module.css'
import styles from './corrections.module.css'

/** What was measured of a breach. */
export function BreachFacts({ of }: { readonly of: WireBreach }) {
  const t = useText()
  const language = useLanguage()
  const { zone } = of.store
  const celsius = (value: number) => formatNumber(language, value, { decimals: 1, unit: '°C' })
  return (
    <dl className={frame.facts}>
      <Fact name={t('corrections.began')}>{formatInstant(of.startedAt, zone)}</Fact>
      <Fact name={t('corrections.ended')}>
        {of.isUnderWay ? (
          <StatusTag status="overdue" word={t('corrections.underWay')} />
        ) : (
          formatInstant(of.endedAt, zone)
        )}
      </Fact>
      <Fact name={t('corrections.duration')}>{formatMinutes(t, of.minutes)}</Fact>
      <Fact name={t('corrections.extreme')}>{celsius(of.extremeC)}</Fact>
      <Fact name={t('corrections.limit')}>{celsius(of.limitC)}</Fact>
      <Fact name={t('corrections.degreeMinutes')}>
        {formatNumber(language, of.degreeMinutes, { decimals: 1 })}
      </Fact>
    </dl>
  )
}

/** What a person has entered last. */
export function ActionFacts({
  of,
  zone,
}: {
  readonly of: NonNullable<BreachDetail['action']>
  readonly zone: string
}) {
  const t = useText()
  const language = useLanguage()
  const kg = of.quantityKg === null ? [] : [formatNumber(language, of.quantityKg, { unit: 'kg' })]
  const words = of.quantityWords === '' ? [] : [of.quantityWords]
  return (
    <dl className={styles.action}>
      <Fact name={t('corrections.action')}>{of.action}</Fact>
      <Fact name={t('corrections.product')}>
        {[t(`corrections.disposition.${of.disposition}`), ...kg, ...words].join(', ')}
      </Fact>
      <Fact name={t('corrections.cause')}>{of.cause}</Fact>
      <Fact name={t('corrections.doneAt')}>{formatInstant(of.doneAt, zone)}</Fact>
      <Fact name={t('corrections.by')}>{`${of.by} · ${formatInstant(of.at, zone)}`}</Fact>
    </dl>
  )
}

/** Where a breach has come to, with the shape of what it takes now. */
export function BreachStateTag({ state }: { readonly state: BreachState }) {
  const t = useText()
  const word = t(`corrections.stateOf.${state}`)
  if (state === 'void') return word
  const status = state === 'unchecked' ? 'waiting' : isOpen(state) ? 'overdue' : 'done'
  return <StatusTag status={status} word={word} />
}
