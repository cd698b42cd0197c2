import type { ControlBand } from '../analysis/control-bands'
import { isDefrostOn } from '../analysis/defrost'
import {
  type DefrostSetting,
  type DefrostWatch,
  forgivenUntil,
  isDefrostOver,
  noDefrost,
  stepDefrost,
} from '../analysis/defrost-watch'
import type { PointId } from '../ids'
import { type Quality, quality } from '../points/reading'
import { type EpochMs, epochMs, later, minutes } from '../time/instant'
import type { AlarmEvent } from './branch-state'
import {
  type PointWatch,
  type Surroundings,
  startPointWatch,
  underRule,
  type WatchedPoint,
} from './point-watch'
import { advancePoint, isInOrder, nextDueAt, readPoint, releasePoint, suppressPoint } from './read-point'

/** The points by which defrosts of a device are known; null where it has none of the kind. */
export interface DefrostPoints {
  readonly air: PointId | null
  readonly evaporator: PointId | null
  readonly compressor: PointId | null
  readonly defrost: PointId | null
  readonly setpoint: PointId | null
  readonly differential: PointId | null
}

/** A device with those of its points that have a rule. */
export interface WatchedDevice {
  readonly points: readonly WatchedPoint[]
  /** Null for equipment that does not defrost. */
  readonly defrost: (Omit<DefrostSetting, 'band' | 'hasDefrostPoint'> & DefrostPoints) | null
  /** The settings assumed until the controller reports them. */
  readonly band: ControlBand
}

/** What is known of a device, as plain JSON. */
export interface DeviceWatch {
  readonly points: Readonly<Record<PointId, PointWatch>>
  readonly defrost: DefrostWatch
  readonly band: ControlBand
  /** Of the newest scan. */
  readonly scannedAt: EpochMs | null
}

/** One poll cycle of a device. */
export interface DeviceScan {
  readonly at: EpochMs
  /** Null where the scan does not hold the point. */
  sample(pointId: PointId): ScanSample | null
}

export interface ScanSample {
  readonly value: number | null
  readonly quality: Quality
}

export interface PointEvent extends AlarmEvent {
  readonly pointId: PointId
}

export interface DeviceStep {
  readonly watch: DeviceWatch
  readonly events: readonly PointEvent[]
  /**
   * Time of the oldest cycle with samples older than what has been judged: the readings must be replayed from
   * there.
   */
  readonly lateSince: EpochMs | null
}

export type HostSilence = Surroundings['isHostSilent']

/** A sample may come so long after its time; the clock of the alarms runs that much behind. */
export const STRAGGLER_WAIT_MS = minutes(2)

const noEvents: readonly PointEvent[] = []
const plain: Surroundings = { maskedUntil: null, isHostSilent: null }

export function startDeviceWatch(device: WatchedDevice, at: EpochMs): DeviceWatch {
  return {
    points: Object.fromEntries(
      device.points.map(({ pointId, rule }) => [pointId, startPointWatch(rule, at)]),
    ),
    defrost: noDefrost,
    band: device.band,
    scannedAt: null,
  }
}

/** Adapts a stored watch to a device whose points and rules may have changed since. */
export function fitDeviceWatch(kept: DeviceWatch, device: WatchedDevice, at: EpochMs): DeviceWatch {
  const points = device.points.map(({ pointId, rule }) => {
    const known = kept.points[pointId]
    return [pointId, known === undefined ? startPointWatch(rule, at) : underRule(known, rule)] as const
  })
  return { ...kept, points: Object.fromEntries(points) }
}

/** Takes one poll cycle in. Lost contacts are not judged here but by the clock, see {@link advanceDevice}. */
export function scanDevice(watch: DeviceWatch, device: WatchedDevice, scan: DeviceScan): DeviceStep {
  return scanCycles(watch, device, [scan])
}

/**
 * Feeds poll cycles to the watch, in the order of their times. This is the most expensive step for each
 * reading, hence plain loops without a function made for each cycle, and one copy of the points for all of
 * them.
 */
export function scanCycles(
  watch: DeviceWatch,
  device: WatchedDevice,
  scans: Iterable<DeviceScan>,
): DeviceStep {
  const steps = new PointSteps(watch)
  let lateSince: EpochMs | null = null
  for (const scan of scans) {
    const isLate = takeScan(steps, device, scan)
    if (isLate && (lateSince === null || scan.at < lateSince)) lateSince = scan.at
  }
  return steps.end(lateSince)
}

/** @returns whether samples came late */
function takeScan(steps: PointSteps, device: WatchedDevice, scan: DeviceScan): boolean {
  const { at } = scan
  const { watch } = steps
  // as it was known since the last scan: it may have ended in between
  const before = surroundings(watch, device, watch.scannedAt ?? at, null)
  const hasGoneOn = watch.scannedAt === null || at > watch.scannedAt
  if (hasGoneOn) steps.watch = withDefrost(watch, device, scan)
  const after = surroundings(steps.watch, device, at, null)
  let isLate = false
  for (const point of device.points) {
    const known = steps.watch.points[point.pointId]
    const sample = known === undefined ? null : scan.sample(point.pointId)
    if (known === undefined || sample === null) continue
    if (!isInOrder(known, at)) {
      isLate = true
      continue
    }
    const advanced = advancePoint(known, point, before, at, steps.events)
    steps.take(point.pointId, known, readPoint(advanced, point, after, at, sample, steps.events))
  }
  return isLate
}

/** Lets the clock run: what falls due before `upTo` happens at its own instant. */
export function advanceDevice(
  watch: DeviceWatch,
  device: WatchedDevice,
  upTo: EpochMs,
  isHostSilent: HostSilence,
): DeviceStep {
  const around = surroundings(watch, device, watch.scannedAt ?? upTo, isHostSilent)
  return mapPoints(watch, device, (point, known, events) => advancePoint(known, point, around, upTo, events))
}

/** Goes over cycles in order as if each came in its time, and then on to `upTo`. */
export function replayDevice(
  start: DeviceWatch,
  device: WatchedDevice,
  scans: Iterable<DeviceScan>,
  upTo: EpochMs,
  isHostSilent: HostSilence,
): DeviceStep {
  let watch = start
  const events: PointEvent[] = []
  const take = (step: DeviceStep) => {
    watch = step.watch
    events.push(...step.events)
  }
  for (const scan of scans) {
    take(advanceDevice(watch, device, later(scan.at, -STRAGGLER_WAIT_MS), isHostSilent))
    take(scanDevice(watch, device, scan))
  }
  take(advanceDevice(watch, device, upTo, isHostSilent))
  return { watch, events, lateSince: null }
}

/** The terminal is back for good: lost contacts that were held back or hidden are judged. */
export function releaseDevice(watch: DeviceWatch, device: WatchedDevice, at: EpochMs): DeviceStep {
  const around = surroundings(watch, device, at, () => false)
  return mapPoints(watch, device, (point, known, events) => releasePoint(known, point, around, at, events))
}

/** The terminal is lost: lost contacts of its devices say nothing more. */
export function suppressDevice(watch: DeviceWatch, device: WatchedDevice, at: EpochMs): DeviceStep {
  return mapPoints(watch, device, (_, known, events) => suppressPoint(known, at, events))
}

/** When the clock alone changes something next. */
export function deviceDueAt(watch: DeviceWatch, device: WatchedDevice): EpochMs | null {
  const around = surroundings(watch, device, watch.scannedAt ?? epochMs(0), () => false)
  const dues = device.points.flatMap((point) => {
    const known = watch.points[point.pointId]
    const due = known === undefined ? null : nextDueAt(known, point, around)
    return due === null ? [] : [due]
  })
  return dues.length === 0 ? null : epochMs(Math.min(...dues))
}

/** True where a contact is held back or hidden because the terminal is silent. */
export function isHeldByHost(watch: DeviceWatch): boolean {
  return Object.values(watch.points).some(({ lost }) => lost.isHeld || lost.alarm?.isSuppressed === true)
}

function withDefrost(watch: DeviceWatch, device: WatchedDevice, scan: DeviceScan): DeviceWatch {
  const { at } = scan
  const points = device.defrost
  if (points === null) return { ...watch, scannedAt: at }
  const setpointC = goodValue(scan, points.setpoint) ?? watch.band.setpointC
  const differentialK = goodValue(scan, points.differential) ?? watch.band.differentialK
  const isSame = setpointC === watch.band.setpointC && differentialK === watch.band.differentialK
  const band = isSame ? watch.band : { setpointC, differentialK }
  const isOff = points.defrost !== null && !isDefrostOn(goodValue(scan, points.defrost) ?? 0)
  if (isOff && isDefrostOver(watch.defrost, at)) return { ...watch, band, scannedAt: at }
  const defrost = stepDefrost(watch.defrost, settingOf(points, band), {
    at,
    air: goodValue(scan, points.air),
    evaporator: goodValue(scan, points.evaporator),
    compressor: goodValue(scan, points.compressor),
    defrost: goodValue(scan, points.defrost),
  })
  return { ...watch, band, defrost, scannedAt: at }
}

function goodValue(scan: DeviceScan, pointId: PointId | null): number | null {
  const sample = pointId === null ? null : scan.sample(pointId)
  return sample !== null && sample.quality === quality.good ? sample.value : null
}

function surroundings(
  watch: DeviceWatch,
  device: WatchedDevice,
  at: EpochMs,
  isHostSilent: HostSilence,
): Surroundings {
  const { defrost } = device
  if (defrost === null || isDefrostOver(watch.defrost, at)) {
    return isHostSilent === null ? plain : { maskedUntil: null, isHostSilent }
  }
  const maskedUntil = forgivenUntil(watch.defrost, settingOf(defrost, watch.band), at)
  return { maskedUntil, isHostSilent }
}

function settingOf(defrost: NonNullable<WatchedDevice['defrost']>, band: ControlBand): DefrostSetting {
  return { ...defrost, band, hasDefrostPoint: defrost.defrost !== null }
}

function mapPoints(
  watch: DeviceWatch,
  device: WatchedDevice,
  next: (point: WatchedPoint, known: PointWatch, events: AlarmEvent[]) => PointWatch,
): DeviceStep {
  const steps = new PointSteps(watch)
  for (const point of device.points) {
    const known = watch.points[point.pointId]
    if (known !== undefined) steps.take(point.pointId, known, next(point, known, steps.events))
  }
  return steps.end(null)
}

/** Gathers what becomes of the points of a device; nothing is copied of a device in which nothing changes. */
class PointSteps {
  /** Of the point that is being stepped. */
  readonly events: AlarmEvent[] = []
  /** Its points stay those of this collection, whatever else of it is replaced. */
  watch: DeviceWatch
  #points: Record<PointId, PointWatch> | null = null
  #gathered: PointEvent[] | null = null

  constructor(watch: DeviceWatch) {
    this.watch = watch
  }

  take(pointId: PointId, known: PointWatch, stepped: PointWatch): void {
    if (stepped !== known) {
      if (this.#points === null) {
        this.#points = { ...this.watch.points }
        this.watch = { ...this.watch, points: this.#points }
      }
      this.#points[pointId] = stepped
      for (const event of this.events) {
        this.#gathered ??= []
        this.#gathered.push({ ...event, pointId })
      }
    }
    if (this.events.length > 0) this.events.length = 0
  }

  end(lateSince: EpochMs | null): DeviceStep {
    return { watch: this.watch, events: this.#gathered ?? noEvents, lateSince }
  }
}
