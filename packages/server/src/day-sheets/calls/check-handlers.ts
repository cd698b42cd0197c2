import type { enterHandCheck } from '@coldkeep/contract/areas/hand-checks'
import type { Input } from '@coldkeep/contract/call'
import { Problem } from '@coldkeep/contract/problem'
import { days, type EpochMs, epochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { dayPeriod, localDateOf } from '@coldkeep/domain/time/store-calendar'
import { scopeOf } from '../../access/scope'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import { countHandChecks, insertHandCheck, selectHandCheck } from '../check-queries'
import { limitsAt, selectKnownPlace } from '../place-queries'

type Entry = Input<typeof enterHandCheck>['body']

/** By which the clock of a phone may be ahead. */
const AHEAD_MS = minutes(5)
/** What was measured longer ago is refused. */
const LONGEST_AGO_MS = days(366)
/** Of a store: a sheet stays a page that can be read. */
const MOST_CHECKS_A_DAY = 500

export const handCheckHandlers: Pick<Handlers, 'enterHandCheck'> = {
  enterHandCheck: async ({ db, user, body, clock }) => {
    const now = clock.now()
    return db.transaction().execute(async (trx) => {
      const place = await selectKnownPlace(trx, scopeOf(user), body.placeId)
      if (place === undefined) throw new Problem('check.place_unknown')
      const { storeId } = place
      const known = await selectHandCheck(trx, storeId, body.id)
      if (known !== undefined) {
        if (known.checkPlaceId !== body.placeId) throw new Problem('check.taken')
        return { id: body.id, receivedAt: known.receivedAt }
      }
      checkEntry(body, now)
      const takenAt = epochMs(Math.min(body.takenAt, now))
      const on = localDateOf(place.timeZone, takenAt)
      if ((await countHandChecks(trx, storeId, on)) >= MOST_CHECKS_A_DAY)
        throw new Problem('check.too_many', { most: MOST_CHECKS_A_DAY })
      const limits = await limitsAt(trx, place, dayPeriod(place.timeZone, on).startAt)
      const { kept, isNew } = await insertHandCheck(trx, {
        storeId,
        handCheckId: body.id,
        roundId: body.roundId,
        checkPlaceId: body.placeId,
        placeName: place.name,
        deviceId: place.deviceId,
        on,
        valueC: body.valueC,
        skipReason: body.skipReason,
        isRepeated: body.isRepeated,
        note: body.note,
        ...limits,
        takenAt,
        // a clock that is ahead entered it no later than it arrived
        enteredAt: later(now, Math.min(0, body.enteredAt - now)),
        receivedAt: now,
        accountId: user.accountId,
        accountName: user.name,
      })
      if (isNew) {
        await addAudit(trx, {
          at: now,
          by: { accountId: user.accountId, name: user.name },
          storeId,
          deviceIds: place.deviceId === null ? [] : [place.deviceId],
          kind: 'hand_check.enter',
          subject: `${place.storeCode} · ${place.name}`,
          detail: {
            check: body.id,
            valueC: body.valueC,
            skipReason: body.skipReason,
            note: body.note,
            takenAt: new Date(takenAt).toISOString(),
          },
          outcome: 'done',
        })
      }
      return { id: body.id, receivedAt: kept.receivedAt }
    })
  },
}

/** What was measured is not refused for being out of limits, whatever a phone knew of them. */
function checkEntry({ valueC, skipReason, note, takenAt, enteredAt }: Entry, now: EpochMs): void {
  const isPossible = (at: number) => at <= now + AHEAD_MS && at >= now - LONGEST_AGO_MS
  if (!isPossible(takenAt)) throw new Problem('request.malformed', {}, { takenAt: 'range' })
  if (!isPossible(enteredAt) || enteredAt < takenAt - AHEAD_MS)
    throw new Problem('request.malformed', {}, { enteredAt: 'range' })
  if (valueC === null && skipReason === null)
    throw new Problem('request.malformed', {}, { valueC: 'missing' })
  if (valueC !== null && skipReason !== null)
    throw new Problem('request.malformed', {}, { skipReason: 'choice' })
  if (skipReason === 'other' && note === '') throw new Problem('request.malformed', {}, { note: 'missing' })
}
