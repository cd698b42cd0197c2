import { getDaySheet } from '@coldkeep/contract/areas/day-sheets'
import { type CheckPlaceRow, listCheckPlaces } from '@coldkeep/contract/areas/hand-checks'
import type { SkipReason } from '@coldkeep/domain/day-sheet/hand-check'
import type { StoreId } from '@coldkeep/domain/ids'
import { useEffect, useState } from 'react'
import { queryClient } from '../../api/query-client'
import { keyOf, useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { PageHead } from '../../site/PageHead'
import { dropRefused, enterCheck, openOutbox } from './check-outbox'
import { keepRound, type Round, readRound } from './kept-round'
import { type Measured, PlaceStep } from './PlaceStep'
import { RoundSummary } from './RoundSummary'
import styles from './round.module.css'
import { UnsentNote } from './UnsentNote'

export interface RoundScreenProps {
  readonly storeId: StoreId
  readonly onLeave: () => void
}

/** A walk from place to place. It outlives a reload, and each entry is sent as soon as it is made. */
export function RoundScreen({ storeId, onLeave }: RoundScreenProps) {
  const t = useText()
  const answer = useCall(listCheckPlaces, { query: { storeId } })
  const [round, setRound] = useState<Round>(
    () => readRound(`${storeId}`) ?? { id: crypto.randomUUID(), at: 0, done: [] },
  )
  useEffect(openOutbox, [])
  const change = (next: Round) => {
    keepRound(`${storeId}`, next)
    setRound(next)
  }
  const places = answer.data?.places
  if (places === undefined)
    return answer.isError ? <LoadFailure onRetry={() => void answer.refetch()} /> : <Skeleton height={480} />
  const place = places[round.at]

  const record = (of: CheckPlaceRow, measured: Measured) => {
    const now = Date.now()
    enterCheck({
      id: crypto.randomUUID(),
      roundId: round.id,
      placeId: of.id,
      valueC: measured.valueC,
      skipReason: measured.skipReason,
      isRepeated: measured.isRepeated,
      note: measured.note,
      takenAt: now,
      enteredAt: now,
    })
    const entry = {
      placeId: of.id,
      valueC: measured.valueC,
      skipReason: measured.skipReason as SkipReason | null,
      isOutOfLimits: measured.isOutOfLimits,
    }
    change({
      ...round,
      at: measured.isRepeated ? round.at : round.at + 1,
      done: [...round.done.filter(({ placeId }) => placeId !== of.id), entry],
    })
  }

  return (
    <div className={styles.round}>
      <PageHead />
      <div className={styles.top}>
        <h2>{t('daySheet.round.title')}</h2>
        <Button variant="quiet" icon="close" onClick={onLeave}>
          {t('daySheet.round.close')}
        </Button>
      </div>
      {place === undefined ? (
        <RoundSummary
          places={places}
          round={round}
          onBack={() => change({ ...round, at: Math.max(0, places.length - 1) })}
          onFinish={() => {
            keepRound(`${storeId}`, null)
            dropRefused()
            void queryClient.invalidateQueries({ queryKey: keyOf(getDaySheet) })
            onLeave()
          }}
        />
      ) : (
        <PlaceStep
          // a place that is measured again begins anew
          key={`${round.at}/${round.done.length}`}
          place={place}
          number={round.at + 1}
          count={places.length}
          before={round.done.find(({ placeId }) => placeId === place.id) ?? null}
          onRecord={(measured) => record(place, measured)}
          onBack={round.at === 0 ? null : () => change({ ...round, at: round.at - 1 })}
        />
      )}
      <UnsentNote />
    </div>
  )
}
