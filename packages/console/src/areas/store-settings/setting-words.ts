import {
  isNewKey,
  type SettingsDevice,
  type StoreSettings,
  type StoreText,
} from '@coldkeep/contract/areas/store-settings'
import type { Translate } from '@coldkeep/phrases/keys'
import { equipmentLabels } from '../equipment/equipment-form'

/** A terminal by its id; a new one has only a number yet. */
export function terminalName(key: string, t: Translate): string {
  return isNewKey(key) ? t('storeSettings.newTerminal', { number: key.slice(1) }) : key
}

type Words = Readonly<Record<string, string>>

/** The labels of the answers outside their fields. */
function answerLabels(t: Translate): Words {
  return {
    ...storeLabels(t),
    departmentId: t('storeSettings.department'),
    newDepartment: t('storeSettings.newDepartment'),
    terminals: t('storeSettings.terminals'),
    ports: t('equipment.ports.title'),
    loss: t('lossRules.rule'),
    isOwn: t('storeSettings.own'),
    periodMinutes: t('lossRules.period'),
    thresholdMinutes: t('lossRules.threshold'),
    threshold: t('warningRules.kind.threshold'),
    falling: t('warningRules.kind.falling'),
    oscillation: t('warningRules.kind.oscillation'),
    isEnabled: t('warningRules.enabled'),
    x: t('warningRules.xBeyond'),
    minutes: t('warningRules.minutes'),
    intensity: t('warningRules.intensity'),
    windowHours: t('warningRules.window'),
  }
}

/** What is written down of a store. */
export function storeLabels(t: Translate): Readonly<Record<StoreText, string>> {
  return {
    code: t('organisation.stores.code'),
    name: t('organisation.stores.name'),
    vendor: t('storeSettings.vendor'),
    country: t('storeSettings.country'),
    time_zone: t('storeSettings.timeZone'),
    address: t('storeSettings.address'),
    opens: t('storeSettings.opens'),
    closes: t('storeSettings.closes'),
    phone: t('storeSettings.phone'),
    tax_id: t('storeSettings.taxId'),
    security_account: t('storeSettings.securityAccount'),
    opening_date: t('storeSettings.openingDate'),
    floor_area: t('storeSettings.floorArea'),
    note: t('storeSettings.note'),
    service_end_date: t('storeSettings.serviceEndDate'),
  }
}

/** As they are called on the page of the equipment, and the fields that only these steps have. */
function deviceLabels(t: Translate): Words {
  return {
    ...equipmentLabels(t),
    terminal: t('terminals.id'),
    isRetired: t('storeSettings.retires'),
    isInsured: t('storeSettings.insured'),
    insuredFrom: t('storeSettings.insuredFrom'),
    insuredUntil: t('storeSettings.insuredUntil'),
  }
}

/** Other words than those of devices and stores, which have a name and a zone too. */
function targetLabels(t: Translate): Words {
  return {
    name: t('notices.name'),
    channel: t('notices.channelTitle'),
    recipient: t('notices.recipient'),
    address: t('notices.address'),
    kinds: t('notices.kinds'),
    lowestPriority: t('notices.lowestPriority'),
    quietFrom: t('notices.quietFrom'),
    quietUntil: t('notices.quietUntil'),
    zone: t('notices.zone'),
    language: t('notices.language'),
    isEnabled: t('notices.isEnabled'),
  }
}

/** The place of an answer, in words: `Freezer 1 · Unit id`. */
export function pathWords(path: readonly string[], settings: StoreSettings, t: Translate): string {
  const labels = answerLabels(t)
  const [part = '', key = '', ...rest] = path
  const last = path.at(-1) ?? ''
  if (part === 'devices') {
    const device = settings.devices.find((one) => one.key === key)
    const words = deviceLabels(t)
    return [device?.name ?? key, ...rest.map((name) => words[name] ?? name)].join(' · ')
  }
  if (part === 'terminals')
    return [terminalName(key, t), ...rest.map((name) => labels[name] ?? name)].join(' · ')
  if (part === 'targets') {
    const target = settings.targets?.find((one) => one.key === key)
    const field = rest[0] === undefined ? undefined : targetLabels(t)[rest[0]]
    return [target?.name ?? t('storeSettings.targets'), field].filter(Boolean).join(' · ')
  }
  if (part === 'loss' || part === 'warnings') {
    const of = part === 'loss' ? labels.loss : labels[key]
    return [of, rest.length > 0 || part === 'loss' ? labels[last] : undefined].filter(Boolean).join(' · ')
  }
  return labels[last] ?? last
}

/** A value of an answer, in words. */
export function valueWords(value: unknown, t: Translate): string {
  if (value === undefined || value === null || value === '') return t('storeSettings.nothing')
  if (typeof value === 'boolean') return t(value ? 'storeSettings.yes' : 'storeSettings.no')
  if (Array.isArray(value))
    return value.map((one) => valueWords(one, t)).join(', ') || t('storeSettings.nothing')
  if (typeof value !== 'object') return String(value)
  const { name, id, key } = value as { name?: string; id?: string; key?: string }
  return name ?? id ?? key ?? t('storeSettings.yes')
}

/** What becomes of a device, next to its state so far. */
export function deviceState(device: SettingsDevice, isChanged: boolean, t: Translate): string {
  if (device.isRetired) return t('storeSettings.retires')
  if (isNewKey(device.key)) return t('storeSettings.added')
  return t(isChanged ? 'storeSettings.changed' : 'storeSettings.asIs')
}
