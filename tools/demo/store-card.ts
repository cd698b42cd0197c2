import type { FleetStore } from '@coldkeep/simulator/fleet/fleet'

const YEAR_MS = 365 * 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** What people write down of a store beside its name; numbers that belong to no one. */
export function storeCard({ index, country, openedAtMs }: FleetStore, nowMs: number) {
  const number = String(1_000 + index * 37).slice(-4)
  return {
    phone: country === 'TW' ? `02-5555-${number}` : `03-5555-${number}`,
    taxId: country === 'TW' ? `0000${number}` : `T000000000${number}`,
    securityAccount: `SEC-${number}`,
    openedOn: dayOf(openedAtMs),
    serviceEndsOn: dayOf(nowMs + (1 + (index % 3)) * YEAR_MS),
  }
}
