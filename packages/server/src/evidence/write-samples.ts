import { CSV_START, type CsvCell, csvLine } from '@coldkeep/contract/wire/csv'
import type { StoreId } from '@coldkeep/domain/ids'
import { isQuality, type Quality, quality } from '@coldkeep/domain/points/reading'
import type { Series } from '@coldkeep/domain/points/series'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { contains } from '@coldkeep/domain/time/period'
import type { Db } from '../db/connect'
import { readSeries, type StoredSeries } from '../storage/read-series'
import { localInstant } from '../wording/local-instant'
import { pointName } from '../wording/point-name'
import type { Words } from '../wording/words'
import type { DeviceDay, EvidenceDevice, EvidenceStore } from './evidence'
import type { PackFileWriter } from './pack-folder'

/** Noise of binary fractions is no part of a reading. */
const SIGNIFICANT_DIGITS = 7
const JUDGED_DECIMALS = 3

export function samplesHead({ translate }: Words): string {
  return CSV_START.concat(
    csvLine([
      translate('evidence.probeId'),
      translate('evidence.probe'),
      translate('evidence.measures'),
      translate('evidence.localTime'),
      translate('evidence.value'),
      translate('evidence.unit'),
      translate('evidence.qualityCode'),
      translate('evidence.quality'),
      translate('evidence.masked'),
      translate('evidence.low'),
      translate('evidence.high'),
      translate('evidence.legalLow'),
      translate('evidence.legalHigh'),
      translate('evidence.judged'),
    ]),
  )
}

/**
 * Every reading of product and air of a device on one day, probe after probe, in order of time: those that cannot be
 * used too, without a value where they have none. Where nothing was read there is no row.
 */
export async function writeSamples(
  file: PackFileWriter,
  db: Db,
  { storeId, zone }: EvidenceStore,
  { deviceId, probes }: EvidenceDevice,
  day: DeviceDay,
  words: Words,
): Promise<void> {
  const { period } = day.window
  const read = await readSeries(db, {
    storeId: storeId as StoreId,
    deviceId,
    pointIds: probes.map(({ pointId }) => pointId),
    from: period.startAt,
    to: period.endAt,
  })
  const judged = valuesByTime(day.product)
  const { insuredLowC, insuredHighC, legalLowC, legalHighC } = day.limits
  for (const { pointId, name, kind } of probes) {
    const series: StoredSeries = read.get(pointId) ?? { timesMs: [], values: [], quality: new Uint8Array() }
    const probe = pointName(name, words.translate)
    const isJudged = kind === 'product_temperature' || !day.hasFoodProbe
    for (const [index, ms] of series.timesMs.entries()) {
      const at = epochMs(ms)
      const code = qualityAt(series, index)
      await file.write(
        csvLine([
          pointId,
          probe,
          words.translate(`devices.kind.${kind}`),
          localInstant(zone, at),
          number(series.values[index]),
          '°C',
          code,
          words.translate(`devices.quality.code${code}`),
          Number(isMasked(day, at)),
          insuredLowC,
          insuredHighC,
          legalLowC,
          legalHighC,
          isJudged ? judgedCell(judged.get(ms)) : null,
        ]),
      )
    }
  }
}

function qualityAt({ quality: codes }: StoredSeries, index: number): Quality {
  const code = codes[index] ?? quality.good
  return isQuality(code) ? code : quality.format
}

function isMasked({ masks }: DeviceDay, at: EpochMs): boolean {
  return masks.some((mask) => contains(mask, at))
}

function valuesByTime({ timesMs, values }: Series): Map<number, number> {
  return new Map(Array.from(timesMs, (ms, index) => [ms, values[index] as number]))
}

function number(value: number | undefined): CsvCell {
  return value === undefined || Number.isNaN(value) ? null : Number(value.toPrecision(SIGNIFICANT_DIGITS))
}

function judgedCell(value: number | undefined): CsvCell {
  return value === undefined || Number.isNaN(value) ? null : Number(value.toFixed(JUDGED_DECIMALS))
}
