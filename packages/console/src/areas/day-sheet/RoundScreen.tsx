import { getDaySheet } from '@coldkeep/contract/areas/day-sheets'
import { type CheckPlaceRow, listCheckPlaces } from '@coldkeep/contract/areas/hand-checks'
import type { SkipReason } from '@coldkeep/domain/day-sheet/hand-check'
import type { StoreId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import { celsiusText } from '@coldkeep/phrases/sheet-text'
import { useRef, useState } from 'react'
import { CallProblem } from '../../api/call-problem'
import { queryClient } from '../../api/query-client'
import { keyOf, useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'
import { KeptNote } from '../../parts/KeptNote'
import { whyUnkept } from '../../site/not-kept'
import { PageHead } from '../../site/PageHead'
import { type NewRequest, queueRequests } from '../../site/queue'
import { checksOf, keepRound, type Round, readRound } from './kept-round'
import { type Measured, PlaceStep } from './PlaceStep'
import { RoundSummary } from './RoundSummary'
import styles from './round.module.css'
import { WaitingChecks } from './WaitingChecks'

export interface RoundScreenProps {
  readonly storeId: StoreId
  readonly onLeave: () => void
}

/** A walk from place to place. It outlives a reload; the next place comes once an entry is kept on this device. */
export function RoundScreen({ storeId, onLeave }: RoundScreenProps) {
  const t = useText()
  const language = useLanguage()
  const answer = useCall(listCheckPlaces, { query: { storeId } })
  const [round, setRound] = useState<Round>(
    () => readRound(`${storeId}`) ?? { id: crypto.randomUUID(), at: 0, done: [] },
  )
  const [trouble, setTrouble] = useState<CallProblem | null>(null)
  const isKeeping = useRef(false)
  const change = (next: Round) => {
    // a place is not left while its entry is being kept
    if (isKeeping.current) return
    keepRound(`${storeId}`, next)
    setRound(next)
    setTrouble(null)
  }
  const places = answer.data?.places
  if (places === undefined)
    return answer.isError ? <LoadFailure onRetry={() => void answer.refetch()} /> : <Skeleton height={480} />
  const place = places[round.at]
  const before = round.done.find(({ placeId }) => placeId === place?.id) ?? null

  const requestOf = (of: CheckPlaceRow, measured: Measured): NewRequest<'check'> => {
    const { valueC, skipReason, isRepeated, note } = measured
    const id = crypto.randomUUID()
    const now = epochMs(Date.now())
    const came =
      valueC === null ? t(`daySheet.skipped.${skipReason ?? 'other'}`) : celsiusText(valueC, language)
    const entry = { id, roundId: round.id, placeId: of.id, valueC, skipReason, isRepeated, note }
    return {
      ...{ id, kind: 'check', of: checksOf(storeId), about: `${of.name} · ${came}` },
      input: { body: { ...entry, takenAt: now, enteredAt: now } },
    }
  }

  const record = async (of: CheckPlaceRow, measured: Measured) => {
    if (isKeeping.current) return
    isKeeping.current = true
    setTrouble(null)
    const request = requestOf(of, measured)
    try {
      await queueRequests([request])
    } catch (problem) {
      if (!(problem instanceof CallProblem)) throw problem
      return setTrouble(problem)
    } finally {
      isKeeping.current = false
    }
    const entry = {
      id: request.id,
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
            void queryClient.invalidateQueries({ queryKey: keyOf(getDaySheet) })
            onLeave()
          }}
        />
      ) : (
        <PlaceStep
          // a place that is measured again begins anew
          key={`${round.at}/${before?.id ?? ''}`}
          place={place}
          number={round.at + 1}
          count={places.length}
          before={before}
          onRecord={(measured) => void record(place, measured)}
          onBack={round.at === 0 ? null : () => change({ ...round, at: round.at - 1 })}
        />
      )}
      <KeptNote
        unkept={whyUnkept(trouble)}
        refusals={trouble === null || whyUnkept(trouble) !== null ? [] : [trouble]}
      />
      <WaitingChecks storeId={storeId} />
    </div>
  )
}
