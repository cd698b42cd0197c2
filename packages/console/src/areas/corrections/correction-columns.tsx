import type { WireBreach } from '@coldkeep/contract/areas/corrections'
import { formatInstant, formatMinutes } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import { useNarrow } from '../../kit/use-narrow'
import { paths } from '../../site/paths'
import { BreachStateTag } from './CorrectionFacts'

/** What a card of a phone leaves to the record. */
const LEFT_TO_RECORD = ['zone', 'limit', 'degreeMinutes']

/** @param hrefOf where the record of a breach is */
export function useCorrectionColumns(hrefOf: (row: WireBreach) => string): readonly Column<WireBreach>[] {
  const t = useText()
  const narrow = useNarrow()
  return useMemo(() => {
    const columns: Column<WireBreach>[] = [
      {
        key: 'number',
        title: t('corrections.number'),
        kind: 'text',
        value: (row) => row.number,
        href: hrefOf,
      },
      {
        key: 'state',
        title: t('corrections.state'),
        kind: 'status',
        widthPx: 220,
        value: ({ state }) => t(`corrections.stateOf.${state}`),
        cell: ({ state }) => <BreachStateTag state={state} />,
      },
      {
        key: 'store',
        title: t('shell.words.store'),
        kind: 'text',
        value: ({ store }) => `${store.code} ${store.name}`,
      },
      {
        key: 'equipment',
        title: t('corrections.equipment'),
        kind: 'text',
        value: ({ equipment }) => equipment.name,
        href: ({ equipment }) => paths.device(equipment.id),
      },
      { key: 'zone', title: t('corrections.zone'), kind: 'text', value: (row) => row.temperatureZone },
      {
        key: 'began',
        title: t('corrections.began'),
        kind: 'time',
        value: ({ startedAt }) => startedAt,
        cell: ({ startedAt, store }) => formatInstant(startedAt, store.zone),
      },
      {
        key: 'duration',
        title: t('corrections.duration'),
        kind: 'number',
        value: ({ minutes }) => minutes,
        cell: ({ minutes }) => formatMinutes(t, minutes),
      },
      {
        key: 'extreme',
        title: `${t('corrections.extreme')} °C`,
        kind: 'number',
        decimals: 1,
        value: ({ extremeC }) => extremeC,
      },
      {
        key: 'limit',
        title: `${t('corrections.limit')} °C`,
        kind: 'number',
        decimals: 1,
        value: ({ limitC }) => limitC,
      },
      {
        key: 'degreeMinutes',
        title: t('corrections.degreeMinutes'),
        kind: 'number',
        decimals: 1,
        value: (row) => row.degreeMinutes,
      },
    ]
    return narrow ? columns.filter(({ key }) => !LEFT_TO_RECORD.includes(key)) : columns
  }, [t, narrow, hrefOf])
}
