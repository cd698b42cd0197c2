import type { WireWrite } from '@coldkeep/contract/areas/writes'
import { formatInstant, NO_VALUE } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { valueText } from '@coldkeep/phrases/write-text'
import { useMemo } from 'react'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { useLanguage, useText } from '../../kit/text'
import { lineStatus, reasonText, riskName, worstState, writeText } from './write-words'
import styles from './writes.module.css'

/** The columns of the records of writes. */
export function useWriteColumns(): readonly Column<WireWrite>[] {
  const t = useText()
  const language = useLanguage()
  return useMemo(
    (): Column<WireWrite>[] => [
      {
        key: 'at',
        title: t('writes.at'),
        kind: 'time',
        value: ({ createdAt }) => createdAt,
        cell: ({ createdAt, store }) => formatInstant(createdAt, store.zone),
      },
      {
        key: 'store',
        title: t('writes.store'),
        kind: 'text',
        wraps: 'words',
        value: ({ store }) => `${store.code} ${store.name}`,
      },
      {
        key: 'what',
        title: t('writes.what'),
        kind: 'text',
        wraps: 'words',
        value: (write) => writeText(write, language, t),
      },
      ...(['before', 'after'] as const).map(
        (when): Column<WireWrite> => ({
          key: when,
          title: t(`writes.${when}`),
          kind: 'text',
          value: ({ lines }) => {
            const [line] = lines
            if (line === undefined || lines.length > 1) return NO_VALUE
            const read = when === 'before' ? (line.before ?? line.known) : line.after
            return valueText(line, read?.value ?? null, language, t)
          },
        }),
      ),
      {
        key: 'state',
        title: t('writes.state'),
        kind: 'status',
        value: (write) => {
          const reason = worstReason(write, t)
          const state = t(`writes.stateOf.${worstState(write)}`)
          return reason === null ? state : `${state}: ${reason}`
        },
        cell: (write) => <WriteStatus write={write} />,
      },
      {
        key: 'risk',
        title: t('writes.risk'),
        kind: 'text',
        value: ({ risk }) => t(`writes.riskShort.${riskName(risk)}`),
      },
      { key: 'by', title: t('writes.by'), kind: 'text', value: ({ createdBy }) => createdBy },
    ],
    [t, language],
  )
}

/** Of the line that needs attention most. */
function worstReason(write: WireWrite, t: Translate): string | null {
  const state = worstState(write)
  const line = write.lines.find((one) => one.state === state)
  return line === undefined ? null : reasonText(write, line, t)
}

/** The state of the line that needs attention most and the reason; of many with how many are done. */
function WriteStatus({ write }: { readonly write: WireWrite }) {
  const t = useText()
  const state = worstState(write)
  const { lines, store } = write
  const through = lines.filter((line) => line.state === 'confirmed' || line.state === 'answered').length
  const [line] = lines
  const detail =
    lines.length > 1
      ? `${through}/${lines.length}`
      : state === 'queued' && line?.terminal?.state === 'offline'
        ? t('writes.since', { time: formatInstant(line.terminal.since, store.zone) })
        : state === 'queued' && line?.expiresAt
          ? t('writes.expires', { time: formatInstant(line.expiresAt, store.zone) })
          : state === 'awaiting' && write.approveUntil
            ? t('writes.expires', { time: formatInstant(write.approveUntil, store.zone) })
            : undefined
  const reason = worstReason(write, t)
  return (
    <span className={styles.status}>
      <StatusTag status={lineStatus[state]} word={t(`writes.stateOf.${state}`)} detail={detail} />
      {reason !== null && <span className={styles.why}>{reason}</span>}
    </span>
  )
}
