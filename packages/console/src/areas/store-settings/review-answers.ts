import { departmentMap } from '@coldkeep/contract/areas/organisation'
import {
  isNewKey,
  type SettingsTarget,
  type StoreSettings,
  type StoreText,
  storeTexts,
} from '@coldkeep/contract/areas/store-settings'
import { warningKinds } from '@coldkeep/domain/alarms/early-warning-rules'
import { isSame } from '@coldkeep/domain/organisation/merge-answers'
import type { Translate } from '@coldkeep/phrases/keys'
import { useCall } from '../../api/use-call'
import type { Answered } from '../../archetypes/steps/step-states'
import { useLanguage, useText } from '../../kit/text'
import { findDepartments } from '../../parts/department-path'
import { countryName } from './places'
import { deviceState, storeLabels, terminalName } from './setting-words'
import { type SetupStep, stepOfPath } from './setup-steps'

/** All answers by step, in words. */
export function useReviewAnswers({
  base,
  content,
}: {
  readonly base: StoreSettings
  readonly content: StoreSettings
}) {
  const t = useText()
  const language = useLanguage()
  const top = useCall(departmentMap, {}, { keepsPrevious: true }).data
  const department =
    top === undefined || content.departmentId === null
      ? null
      : (findDepartments(top, '', Number.POSITIVE_INFINITY)
          .find(({ path }) => String(path.at(-1)) === content.departmentId)
          ?.names.join(' › ') ?? null)
  const labels = storeLabels(t)
  const storeWords = (column: StoreText) => {
    const value = content.store[column]
    return column === 'country' ? countryName(value, language) : value
  }
  const textsOf = (step: SetupStep): Answered[] =>
    storeTexts
      .filter((column: StoreText) => stepOfPath(`store.${column}`) === step)
      .map((column) => ({ label: labels[column], value: storeWords(column) }))
  return (step: SetupStep): readonly Answered[] => {
    switch (step) {
      case 'organisation':
        return [
          { label: t('storeSettings.department'), value: department },
          ...(content.newDepartment === ''
            ? []
            : [{ label: t('storeSettings.newDepartment'), value: content.newDepartment }]),
        ]
      case 'store':
      case 'information':
        return textsOf(step)
      case 'network':
        return networkAnswers(base, content, t)
      case 'fridges':
        return fridgeAnswers(base, content, t)
      case 'alarms':
        return alarmAnswers(content, t)
      default:
        return [...textsOf(step), ...serviceAnswers(content, t)]
    }
  }
}

function networkAnswers(
  base: StoreSettings,
  { terminals, targets }: StoreSettings,
  t: Translate,
): Answered[] {
  const known = new Map((base.targets ?? []).map((target) => [target.key, target]))
  const targetWords = (target: SettingsTarget) => {
    if (isSame(known.get(target.key), target)) return target.name
    return `${target.name} (${targetState(target, t)})`
  }
  return [
    ...terminals.map(({ key, ports }) => ({
      label: terminalName(key, t),
      value:
        ports === null
          ? t('storeSettings.ownFile')
          : ports.map(({ id }) => id).join(', ') || t('storeSettings.portCount', { count: 0 }),
    })),
    ...(targets === null
      ? []
      : [{ label: t('storeSettings.ownTargets'), value: targets.map(targetWords).join(', ') }]),
  ]
}

function targetState({ key, isRemoved }: SettingsTarget, t: Translate): string {
  if (isRemoved) return t('storeSettings.goes')
  return t(isNewKey(key) ? 'storeSettings.added' : 'storeSettings.changed')
}

function fridgeAnswers(base: StoreSettings, { devices }: StoreSettings, t: Translate): Answered[] {
  const known = new Map(base.devices.map((device) => [device.key, device]))
  const same = devices.filter((device) => isSame(known.get(device.key), device))
  return [
    ...devices
      .filter((device) => !same.includes(device))
      .map((device) => ({
        label: device.name,
        value: [
          deviceState(device, true, t),
          t(`devices.type.${device.type}`),
          device.zone === null ? null : t(`devices.zone.${device.zone}`),
          `${device.brand} ${device.model}`,
          `${terminalName(device.terminal, t)}${device.port === null ? '' : ` ${device.port}`} / ${device.unitId}`,
        ]
          .filter(Boolean)
          .join(' · '),
      })),
    ...(same.length > 0 || devices.length === 0
      ? [
          {
            label: t('storeSettings.asIs'),
            value: t('storeSettings.deviceCount', { count: same.length }),
          },
        ]
      : []),
  ]
}

function alarmAnswers({ loss, warnings }: StoreSettings, t: Translate): Answered[] {
  const answers: Answered[] = []
  if (loss !== null) {
    const { periodMinutes: period, thresholdMinutes: threshold } = loss
    answers.push({
      label: t('lossRules.rule'),
      value: loss.isOwn
        ? t('storeSettings.lossHolds', { period: period ?? '', threshold: threshold ?? '' })
        : t('storeSettings.inherits'),
    })
  }
  for (const kind of warnings === null ? [] : warningKinds) {
    const isOwn = warnings?.[kind].isOwn
    answers.push({
      label: t(`warningRules.kind.${kind}`),
      value: t(isOwn ? 'storeSettings.own' : 'storeSettings.inherits'),
    })
  }
  return answers
}

function serviceAnswers({ devices }: StoreSettings, t: Translate): Answered[] {
  const used = devices.filter(({ isRetired }) => !isRetired)
  const insured = used.filter(({ isInsured }) => isInsured)
  return [
    {
      label: t('storeSettings.insurance'),
      value: t('storeSettings.insuredCount', { count: insured.length }),
    },
    ...used
      .filter(({ type }) => type === 'main_meter')
      .map(({ name, contractedKw: kw, demandIntervalMinutes: minutes }) => ({
        label: t('storeSettings.contractOf', { name }),
        value: [
          kw === null ? null : `${kw} kW`,
          minutes === null ? null : t('equipment.intervalMinutes', { minutes }),
        ]
          .filter(Boolean)
          .join(', '),
      })),
  ]
}
