import { HIGHEST_CHECK_C, LOWEST_CHECK_C, skipReasons } from '@coldkeep/domain/day-sheet/hand-check'
import type { CheckPlaceId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import { type TemperatureZone, temperatureZones } from '@coldkeep/domain/organisation/device'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { line } from '../wire/line'
import { rowNamed, rowRevision, rowsOf, seenRevision } from '../wire/row'
import { storableText } from '../wire/storable-text'
import { wireUuid } from '../wire/uuid'

const access = ['4-3'] as const
const path = '/api/v2/hand-checks/places'
const storeId = as('storeid', wireId<StoreId>())
const celsius = z.number().check(z.gte(LOWEST_CHECK_C), z.lte(HIGHEST_CHECK_C))

/** What people write of a place. */
export interface CheckPlaceDraft {
  readonly storeId: StoreId
  /** Places are walked in the order of these numbers. */
  readonly position: number
  readonly name: string
  /** Whose probes it is compared with; `null`: none. */
  readonly deviceId: DeviceId | null
  /** Whose limits hold where it has none of its own; `null`: the zone of the device. */
  readonly zone: TemperatureZone | null
  /** Own limits, °C. */
  readonly lowC: number | null
  readonly highC: number | null
}
export type ChangedCheckPlace = CheckPlaceDraft & { readonly id: CheckPlaceId; readonly revision?: number }

const sentPlace = z.object({
  storeId,
  position: z.int().check(z.gte(1), z.lte(999)),
  name: line(1, 80),
  deviceId: as('device', z.nullable(wireId<DeviceId>())),
  zone: z.nullable(z.enum(temperatureZones)),
  lowC: z.nullable(celsius),
  highC: z.nullable(celsius),
})

export const wireCheckPlace = z.object({
  id: wireId<CheckPlaceId>(),
  revision: rowRevision,
  storeId,
  position: z.int(),
  name: z.string(),
  deviceId: as('device', z.nullable(wireId<DeviceId>())),
  deviceName: z.nullable(z.string()),
  zone: z.nullable(z.enum(temperatureZones)),
  lowC: z.nullable(z.number()),
  highC: z.nullable(z.number()),
  /** What a value is held against now, °C: its own limits, else those of its zone. */
  limits: z.object({ lowC: z.nullable(z.number()), highC: z.nullable(z.number()) }),
})
export type CheckPlaceRow = z.output<typeof wireCheckPlace>

export const listCheckPlaces = defineCall({
  method: 'GET',
  path,
  access,
  summary:
    'The places of a store that are measured by hand, in the order in which they are walked; 200 at most.',
  query: z.object({ storeId }),
  answer: z.object({
    /** Of the store. */
    zone: z.string(),
    places: z.array(wireCheckPlace),
  }),
})

export const addCheckPlaces = defineCall({
  method: 'POST',
  path,
  access,
  summary: 'Adds places that are measured by hand.',
  body: z.codec(z.object({ places: rowsOf(sentPlace) }), rowsOf(z.custom<CheckPlaceDraft>()), {
    decode: ({ places }) => places as CheckPlaceDraft[],
    encode: (places) => ({ places: places as z.output<typeof sentPlace>[] }),
  }),
  answer: nothing,
})

const changedPlace = z.extend(sentPlace, { id: wireId<CheckPlaceId>(), ...seenRevision })

export const changeCheckPlaces = defineCall({
  method: 'PATCH',
  path,
  access,
  summary: 'Changes places that are measured by hand, each by its id; a place stays with its store.',
  body: z.codec(z.object({ places: rowsOf(changedPlace) }), rowsOf(z.custom<ChangedCheckPlace>()), {
    decode: ({ places }) => places as ChangedCheckPlace[],
    encode: (places) => ({ places: places as z.output<typeof changedPlace>[] }),
  }),
  answer: nothing,
})

export const removeCheckPlace = defineCall({
  method: 'DELETE',
  path,
  access,
  summary: 'Takes a place out of the rounds; what was measured there stays.',
  query: rowNamed<CheckPlaceId>('id'),
  answer: nothing,
})

export const enterHandCheck = defineCall({
  method: 'POST',
  path: '/api/v2/hand-checks',
  access,
  summary:
    'Enters one place of a round: a temperature, or why there is none. The sender makes the ids: the same entry sent again changes nothing. A value out of limits is measured again or has a note.',
  body: z.object({
    id: wireUuid,
    roundId: wireUuid,
    placeId: wireId<CheckPlaceId>(),
    /** °C; `null`: skipped. */
    valueC: z.nullable(celsius),
    skipReason: z._default(z.nullable(z.enum(skipReasons)), null),
    /** It is out of limits and is measured again. */
    isRepeated: z._default(z.boolean(), false),
    note: z._default(storableText(500).check(z.trim()), ''),
    takenAt: wireInstant,
    enteredAt: wireInstant,
  }),
  answer: z.object({ id: wireUuid, receivedAt: wireInstant }),
})
