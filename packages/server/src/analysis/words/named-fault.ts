import type { HealthHint } from '@coldkeep/domain/analysis/fault-signatures'
import type { HintReason } from '@coldkeep/domain/analysis/health-hint'
import { formatNumber, type NumberStyle } from '@coldkeep/phrases/format'
import type { Words } from '../../wording/words'

interface StoredHint {
  readonly hint: HealthHint
  readonly hintChance: number | null
  readonly hintReasons: readonly HintReason[]
}

/** Finer it is not known. */
const CHANCE_STEPS = 20
const PERCENT = 100

interface Style extends NumberStyle {
  /** Shares are shown as percents. */
  readonly times?: number
}

const kelvin: Style = { decimals: 1, unit: 'K' }
const percent: Style = { decimals: 0, unit: '%', times: PERCENT }
const hours: Style = { decimals: 1, unit: 'h' }
const styles: Readonly<Record<HintReason['what'], Style>> = {
  deviation: kelvin,
  recovery: { decimals: 0, unit: 'min' },
  run_ratio: percent,
  starts: { decimals: 1 },
  pull_down: { decimals: 2, unit: 'K' },
  coil_difference: kelvin,
  superheat: kelvin,
  door: percent,
  energy: { decimals: 1, unit: 'kWh' },
  rest: kelvin,
  still: hours,
  moves: kelvin,
  second_probe: kelvin,
  melting: kelvin,
  warm_coil: hours,
}

/** The likely fault of a device in words: how sure it is, what speaks for it, and what to look at first. */
export function presentNamedFault({ hint, hintChance, hintReasons }: StoredHint, words: Words) {
  const { translate } = words
  return {
    title: translate(`health.hint.${hint}`),
    sureness:
      hintChance === null ? null : translate('health.named.sure', { percent: chanceText(hintChance, words) }),
    reasons: hintReasons.map((reason) => reasonText(reason, words)),
    check: translate(`health.check.${hint}`),
  }
}

/** The name with how sure it is, for a cell of a table. */
export function shortFaultText(hint: HealthHint, chance: number | null, words: Words): string {
  const name = words.translate(`health.hint.${hint}`)
  if (chance === null) return name
  return words.translate('health.named.short', { hint: name, percent: chanceText(chance, words) })
}

function chanceText(chance: number, { language }: Words): string {
  const shown = (Math.round(CHANCE_STEPS * chance) / CHANCE_STEPS) * PERCENT
  return formatNumber(language, shown, { decimals: 0, unit: '%' })
}

function reasonText({ what, value, usual }: HintReason, { language, translate }: Words): string {
  const { times = 1, ...style } = styles[what]
  const isDistance = what === 'deviation'
  const shown = (figure: number | null) =>
    formatNumber(language, figure === null ? null : times * (isDistance ? Math.abs(figure) : figure), style)
  const key = isDistance && (value ?? 0) < 0 ? 'deviation_cold' : what
  return translate(`health.reason.${key}`, { value: shown(value), usual: shown(usual) })
}
