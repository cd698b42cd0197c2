import { makeStore } from '../kit/store'

export const densities = ['comfortable', 'compact'] as const
/** Height of table rows; touch screens keep their own. */
export type Density = (typeof densities)[number]

const STORAGE_KEY = 'coldkeep.density'
const density = makeStore<Density>(
  localStorage.getItem(STORAGE_KEY) === 'compact' ? 'compact' : 'comfortable',
)
show()

export const useDensity = density.use

export function chooseDensity(next: Density): void {
  density.set(next)
  localStorage.setItem(STORAGE_KEY, next)
  show()
}

function show(): void {
  document.documentElement.dataset.density = density.get()
}
