import { type PointPriceList, savePointPrices } from '@coldkeep/contract/areas/point-applications'
import type { PaidAct } from '@coldkeep/domain/service-points/service'
import { HIGHEST_PRICE, paidActNames } from '@coldkeep/domain/service-points/service'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import type { FieldFaults } from '../../kit/form/use-shown-faults'

export type PriceDraft = { readonly [Act in PaidAct]: number | null } & { readonly mayOwe: boolean }

export function priceDraftOf({ prices, mayOwe }: PointPriceList): PriceDraft {
  const of = (act: PaidAct) => prices[act] ?? 0
  return {
    terminal_claim: of('terminal_claim'),
    screen_control: of('screen_control'),
    screen_view: of('screen_view'),
    help_session: of('help_session'),
    alert_month: of('alert_month'),
    mayOwe,
  }
}

export function priceRules(revision: number, t: Translate): CallRules<typeof savePointPrices, PriceDraft> {
  return {
    call: savePointPrices,
    labels: {
      terminal_claim: t('servicePoints.act.terminal_claim'),
      screen_control: t('servicePoints.act.screen_control'),
      screen_view: t('servicePoints.act.screen_view'),
      help_session: t('servicePoints.act.help_session'),
      alert_month: t('servicePoints.act.alert_month'),
      mayOwe: t('servicePoints.mayOwe'),
    },
    inputOf: ({ mayOwe, ...prices }) => ({ body: { prices, mayOwe, revision } }),
    check: (draft): FieldFaults =>
      Object.fromEntries(
        paidActNames.flatMap((act) => {
          const price = draft[act]
          if (price === null) return [[act, t('kit.field.required')]]
          return price < 0 || price > HIGHEST_PRICE || !Number.isInteger(price)
            ? [[act, t('kit.field.tooHigh', { limit: HIGHEST_PRICE })]]
            : []
        }),
      ),
  }
}
