import { isNewKey, type SettingsDevice, type StoreSettings } from '@coldkeep/contract/areas/store-settings'
import { Problem } from '@coldkeep/contract/problem'
import { type Cover, type CoverFault, planCover } from '@coldkeep/domain/analysis/plan-cover'
import type { DeviceId, TerminalId } from '@coldkeep/domain/ids'
import { isSame } from '@coldkeep/domain/organisation/merge-answers'
import type { NewPlace } from '@coldkeep/domain/polling/carry-on'
import { isLocalDate, type LocalDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { PhraseKey } from '@coldkeep/phrases/keys'
import { type CurrentCover, putCover, selectCurrentCovers } from '../analysis/cover-queries'
import { followDevices } from '../analysis/follow-devices'
import { refreshInsurance } from '../analysis/store-insurance-queries'
import { addAudit } from '../audit/add-audit'
import { changePolling } from '../equipment/change-polling'
import { checkUnit } from '../equipment/check-place'
import { type Draft, fieldsOf, placeOf } from '../equipment/device-fields'
import { addDevice, updateDevice } from '../equipment/put-device'
import { retireDevice } from '../equipment/retire-device'
import { checkDraft, checkMayWrite, lockDevice } from '../equipment/write-device'
import type { PutContext } from './put-context'
import type { PutStore } from './put-store'

interface Answers {
  readonly base: StoreSettings
  readonly content: StoreSettings
  /** Of their keys. */
  readonly terminalIds: ReadonlyMap<string, TerminalId>
}

/** A device that was written, and its place now. */
interface PutDevice {
  readonly deviceId: DeviceId
  readonly device: SettingsDevice
  readonly draft: Draft
}

/**
 * Takes devices out of use, before anything else of the terminals is written: what they hold is free then.
 * @throws Problem as faults below `devices`
 */
export async function retireDevices(
  context: PutContext,
  { storeId }: Pick<PutStore, 'storeId'>,
  { base, content }: Pick<Answers, 'base' | 'content'>,
): Promise<void> {
  const { trx, user, now, alarms, ended, faults } = context
  const terminals = new Set<TerminalId>()
  for (const device of changedDevices({ base, content }).filter(({ isRetired }) => isRetired)) {
    await faults.during(`devices.${device.key}`, async () => {
      const row = await lockDevice(trx, user, knownId(device, base), {}, now)
      ended.push(
        ...(await retireDevice(
          trx,
          { user, now, watches: alarms.watches, listener: followDevices },
          row,
          true,
        )),
      )
      terminals.add(row.terminalId)
    })
  }
  for (const terminalId of terminals) await changePolling(trx, { user, now }, { storeId, terminalId })
}

/**
 * Changes and adds devices, and insures them. That no two answer to one unit is checked when all of them are
 * written, so that two may change places.
 */
export async function putDevices(context: PutContext, store: PutStore, answers: Answers): Promise<void> {
  const { trx, user, now, faults } = context
  const { storeId } = store
  const put: PutDevice[] = []
  const moved = new Map<TerminalId, Map<DeviceId, NewPlace>>()
  for (const device of changedDevices(answers).filter(({ isRetired }) => !isRetired)) {
    const one = await faults.during(`devices.${device.key}`, () => putDevice(context, store, device, answers))
    if (one === undefined) continue
    put.push(one)
    if (one.place === undefined) continue
    const { terminalId: terminal } = one.draft
    moved.set(terminal, (moved.get(terminal) ?? new Map()).set(one.deviceId, one.place))
  }
  for (const { deviceId, device, draft } of put) {
    await faults.during(`devices.${device.key}`, () =>
      checkUnit(trx, { storeId, ...placeOf(draft) }, deviceId),
    )
  }
  for (const [terminalId, places] of moved) {
    await changePolling(trx, { user, now }, { storeId, terminalId }, places)
  }
  await insure(context, store, put)
}

function changedDevices({ base, content }: Pick<Answers, 'base' | 'content'>): SettingsDevice[] {
  const known = new Map(base.devices.map((device) => [device.key, device]))
  return content.devices.filter((device) => !isSame(known.get(device.key), device))
}

/** @throws Problem `device.unknown` for one that the store did not have when the draft was begun */
function knownId({ key }: SettingsDevice, base: StoreSettings): DeviceId {
  if (!base.devices.some((device) => device.key === key)) throw new Problem('device.unknown')
  return Number(key) as DeviceId
}

async function putDevice(
  { trx, user, now }: PutContext,
  { storeId }: PutStore,
  device: SettingsDevice,
  { base, terminalIds }: Answers,
): Promise<PutDevice & { readonly place?: NewPlace | undefined }> {
  const draft = draftOf(device, terminalIds)
  checkDraft(draft)
  if (isNewKey(device.key)) {
    return { deviceId: await addDevice(trx, { user, now }, storeId, draft), device, draft }
  }
  const row = await lockDevice(trx, user, knownId(device, base), {}, now)
  // its insurance alone may be another
  const isSameDevice = isSame(draft, fieldsOf(row))
  const place = isSameDevice
    ? undefined
    : await updateDevice(trx, { user, now, listener: followDevices }, row, draft)
  return { deviceId: row.deviceId, device, draft, place }
}

function draftOf(device: SettingsDevice, terminalIds: ReadonlyMap<string, TerminalId>): Draft {
  const { key: _, isRetired: __, isInsured: ___, insuredFrom: ____, insuredUntil: _____, ...answers } = device
  const { terminal, ...draft } = answers
  return { ...draft, terminalId: terminalIds.get(terminal) ?? (terminal as TerminalId) }
}

async function insure(
  context: PutContext,
  { storeId, zone }: PutStore,
  put: readonly PutDevice[],
): Promise<void> {
  const { trx, user, now, faults, translate } = context
  const today = localDateOf(zone, now)
  const current = await selectCurrentCovers(trx, storeId, today)
  let isChanged = false
  for (const { deviceId, device } of put) {
    const own = current.filter((cover) => cover.deviceId === deviceId)
    const requested = coverOf(device)
    if (requested === undefined) {
      if (device.zone === null) faults.addField(`devices.${device.key}.isInsured`, 'choice')
      else faults.addField(`devices.${device.key}.insuredUntil`, 'missing')
      continue
    }
    for (const [place, cover] of (own.length > 0 ? own : [null]).entries()) {
      // the one that ends last is the one that is shown; what else holds goes with it
      if (place > 0 && requested !== null) continue
      const plan = planCover(cover, requested, today)
      if (!plan.ok) {
        const { field, word } = coverFaults[plan.problem]
        faults.add(`devices.${device.key}.${field}`, translate(word))
        continue
      }
      if (isSameCover(cover, requested)) continue
      checkMayWrite(user, [device])
      await putCover(trx, { storeId, deviceId }, cover, plan.value)
      await addAudit(trx, {
        at: now,
        by: { accountId: user.accountId, name: user.name },
        storeId,
        deviceIds: [deviceId],
        kind: 'equipment.insure',
        subject: String(deviceId),
        detail: { name: device.name, now: requested, before: cover && bare(cover) },
        outcome: 'done',
      })
      isChanged = true
    }
  }
  if (isChanged) await refreshInsurance(trx, [storeId])
}

/** @returns `null`: not insured; `undefined`: the period or the zone is unknown */
function coverOf({ isInsured, zone, insuredFrom, insuredUntil }: SettingsDevice): Cover | null | undefined {
  if (!isInsured) return null
  if (zone === null || !isLocalDate(insuredFrom) || !isLocalDate(insuredUntil)) return undefined
  return { zone, firstOn: insuredFrom as LocalDate, lastOn: insuredUntil as LocalDate }
}

const coverFaults: Readonly<Record<CoverFault, { readonly field: string; readonly word: CoverPhrase }>> = {
  days_reversed: { field: 'insuredUntil', word: 'storeSettings.fault.daysReversed' },
  first_fixed: { field: 'insuredFrom', word: 'storeSettings.fault.firstFixed' },
  last_past: { field: 'insuredUntil', word: 'storeSettings.fault.lastPast' },
}
type CoverPhrase = Extract<PhraseKey, `storeSettings.fault.${string}`>

function isSameCover(current: CurrentCover | null, requested: Cover | null): boolean {
  return isSame(current && bare(current), requested)
}

function bare({ zone, firstOn, lastOn }: Cover): Cover {
  return { zone, firstOn, lastOn }
}
