import { useState } from 'react'
import { useShownFaults } from '../../kit/form/use-shown-faults'
import { useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import {
  type AnalysisFilter,
  emptyFilter,
  type FilterPart,
  filterFromSearch,
  filterToSearch,
  missingParts,
  type RequiredPart,
  sameFilter,
} from './analysis-filter'

export interface AnalysisFilterControl {
  /** What the panel holds now. */
  readonly draft: AnalysisFilter
  /** What was inquired last, as in the address; `null` before the first time. */
  readonly applied: AnalysisFilter | null
  readonly missing: readonly FilterPart[]
  /** The word under a part that is missing, once it was left or the form was to be sent. */
  readonly errorOf: (part: FilterPart) => string | null
  readonly leave: (part: FilterPart) => void
  readonly showMissing: () => void
  readonly hasChanged: boolean
  /** Parameters of the address that held nonsense. */
  readonly dropped: number
  readonly edit: (patch: Partial<AnalysisFilter>) => void
  /** Puts the draft into the address; nothing happens while something is missing. */
  readonly inquire: (patch?: Partial<AnalysisFilter>) => void
  readonly clear: () => void
}

/**
 * Draft and applied filter of an analysis page. The applied one is the address itself, so that reload, Back and a
 * sent link give the same view; a complete address inquires by itself.
 * @param defaultDay the day that the page proposes, once it is known
 * @param defaultDays the length of the period that it proposes, where that can be chosen
 */
export function useAnalysisFilter(
  required: readonly RequiredPart[],
  defaultDay: string | undefined,
  defaultDays?: number,
): AnalysisFilterControl {
  const t = useText()
  const [parameters, changeAddress] = useAddress()
  const { filter: inAddress, dropped } = filterFromSearch(parameters)
  const [edited, setEdited] = useState<{
    readonly from: string
    readonly patch: Partial<AnalysisFilter>
  } | null>(null)

  const addressText = JSON.stringify(filterToSearch(inAddress))
  // A link without a period means the one that the page proposes.
  const proposed = {
    ...inAddress,
    day: inAddress.day ?? defaultDay ?? null,
    days: inAddress.days ?? defaultDays ?? null,
  }
  // Only what was touched is kept: what the page proposes may come after the first choice.
  const patch = edited?.from === addressText ? edited.patch : {}
  const draft = { ...proposed, ...patch }
  const applied = missingParts(proposed, required).length === 0 ? proposed : null

  const missing = missingParts(draft, required)
  const faults = useShownFaults(Object.fromEntries(missing.map((part) => [part, t('kit.field.required')])))
  const keep = (touched: Partial<AnalysisFilter>) => setEdited({ from: addressText, patch: touched })
  return {
    draft,
    applied,
    missing,
    errorOf: (part) => faults.shown[part] ?? null,
    leave: faults.leave,
    showMissing: faults.showAll,
    hasChanged: applied !== null && !sameFilter(draft, applied),
    dropped,
    edit: (change) => keep({ ...patch, ...change }),
    inquire: (change = {}) => {
      const next = { ...draft, ...change }
      if (missingParts(next, required).length === 0) changeAddress(filterToSearch(next))
      else keep({ ...patch, ...change })
    },
    clear: () => keep(emptied(defaultDay, defaultDays)),
  }
}

/** Nothing chosen but what the page proposes; a proposal that is not known yet is left open. */
function emptied(day: string | undefined, days: number | undefined): Partial<AnalysisFilter> {
  const { day: _day, days: _days, ...rest } = emptyFilter
  return { ...rest, ...(day === undefined ? {} : { day }), ...(days === undefined ? {} : { days }) }
}
