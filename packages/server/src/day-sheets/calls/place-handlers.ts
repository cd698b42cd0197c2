import {
  type CheckPlaceDraft,
  type CheckPlaceRow,
  wireCheckPlace,
} from '@coldkeep/contract/areas/hand-checks'
import { Problem } from '@coldkeep/contract/problem'
import type { CheckPlaceId, DeviceId } from '@coldkeep/domain/ids'
import { type Scope, scopeOf, selectStoreInScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import { addRows, changeRows, type EditedTable, type Editing, removeRow } from '../../calls/edit-rows'
import type { Trx } from '../../db/connect'
import { selectPlannable } from '../../upkeep/plan-queries'
import {
  countPlaces,
  endCheckPlace,
  insertCheckPlace,
  lockCheckPlace,
  MOST_PLACES,
  selectCheckPlaces,
  updateCheckPlace,
} from '../place-queries'

type PlaceCall = 'listCheckPlaces' | 'addCheckPlaces' | 'changeCheckPlaces' | 'removeCheckPlace'

const at = (index: number) => `places.${index}`

export const checkPlaceHandlers: Pick<Handlers, PlaceCall> = {
  listCheckPlaces: async ({ db, user, clock, query: { storeId } }) => {
    const scope = scopeOf(user)
    const { zone } = await selectStoreInScope(db, scope, storeId)
    return { zone, places: await selectCheckPlaces(db, scope, storeId, clock.now()) }
  },

  addCheckPlaces: async (context) => {
    await addRows(placesOf(context), context, context.body, at)
    return {}
  },

  changeCheckPlaces: async (context) => {
    await changeRows(placesOf(context), context, context.body, at)
    return {}
  },

  removeCheckPlace: async (context) => {
    await removeRow(placesOf(context), context, context.query)
    return {}
  },
}

function placesOf({ user, clock }: Editing): EditedTable<CheckPlaceDraft, CheckPlaceRow> {
  const scope = scopeOf(user)
  return {
    kind: 'check_place',
    unknown: 'check.place_unknown',
    shape: wireCheckPlace,
    lock: (trx, id) => lockCheckPlace(trx, scope, id as CheckPlaceId, clock.now()),
    taken: (where) => new Problem('check.place_exists', {}, { [`${where}.name`]: 'choice' }),
    insert: async (trx, draft, where) => {
      await check(trx, scope, draft, where, null)
      if ((await countPlaces(trx, draft.storeId)) >= MOST_PLACES)
        throw new Problem('check.too_many', { most: MOST_PLACES })
      await insertCheckPlace(trx, draft, clock.now())
    },
    update: async (trx, before, draft, where) => {
      if (draft.storeId !== before.storeId)
        throw new Problem('request.malformed', {}, { [`${where}.storeId`]: 'choice' })
      await check(trx, scope, draft, where, before.deviceId)
      await updateCheckPlace(trx, before, draft)
    },
    remove: (trx, row) => endCheckPlace(trx, row, clock.now()),
    placeOf: async (_, { storeId, deviceId }) => ({
      storeId,
      deviceIds: deviceId === null ? [] : [deviceId],
    }),
    nameOf: ({ name }) => [name],
  }
}

/** @throws Problem that names what is wrong with the place */
async function check(
  trx: Trx,
  scope: Scope,
  { storeId, deviceId, lowC, highC }: CheckPlaceDraft,
  where: string,
  knownDevice: DeviceId | null,
): Promise<void> {
  await selectStoreInScope(trx, scope, storeId)
  if (lowC !== null && highC !== null && lowC >= highC)
    throw new Problem('request.malformed', {}, { [`${where}.highC`]: 'range' })
  // a device that has been retired since then stays the one that it is at
  if (deviceId === null || deviceId === knownDevice) return
  const known = await selectPlannable(trx, scope, storeId)
  if (!known.some(({ id }) => id === deviceId))
    throw new Problem('device.unknown', {}, { [`${where}.deviceId`]: 'choice' })
}
