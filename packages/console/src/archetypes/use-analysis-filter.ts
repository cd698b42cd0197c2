import { useState } from 'react'
import { useAddress } from '../parts/use-address'
import {
  type AnalysisFilter,
  emptyFilter,
  filterFromSearch,
  filterToSearch,
  missingParts,
  type RequiredPart,
  sameFilter,
} from './analysis-filter'

export interface AnalysisFilterControl {
  /** What the panel holds now. */
  readonly draft: AnalysisFilter
  /** What was inquired last and stands in the address; `null` before the first time. */
  readonly applied: AnalysisFilter | null
  readonly missing: readonly ('department' | RequiredPart)[]
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
  const [parameters, changeAddress] = useAddress()
  const { filter: inAddress, dropped } = filterFromSearch(parameters)
  const [edited, setEdited] = useState<{ readonly from: string; readonly draft: AnalysisFilter } | null>(null)

  const addressText = JSON.stringify(filterToSearch(inAddress))
  // A link without a period means the one that the page proposes.
  const proposed = {
    ...inAddress,
    day: inAddress.day ?? defaultDay ?? null,
    days: inAddress.days ?? defaultDays ?? null,
  }
  const draft = edited?.from === addressText ? edited.draft : proposed
  const applied = missingParts(proposed, required).length === 0 ? proposed : null

  const keep = (next: AnalysisFilter) => setEdited({ from: addressText, draft: next })
  return {
    draft,
    applied,
    missing: missingParts(draft, required),
    hasChanged: applied !== null && !sameFilter(draft, applied),
    dropped,
    edit: (patch) => keep({ ...draft, ...patch }),
    inquire: (patch = {}) => {
      const next = { ...draft, ...patch }
      if (missingParts(next, required).length === 0) changeAddress(filterToSearch(next))
      else keep(next)
    },
    clear: () => keep({ ...emptyFilter, day: defaultDay ?? null, days: defaultDays ?? null }),
  }
}
