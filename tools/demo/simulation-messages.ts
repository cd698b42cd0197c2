import type { PointId } from '@coldkeep/domain/ids'
import type { HistoryPart, StoreCounters } from '@coldkeep/simulator/history'
import type { LiveFleetOptions } from '@coldkeep/simulator/live'
import type { SavedStore } from '@coldkeep/simulator/store-run'

/** The messages to the simulation; one piece of work at a time except `live`, which goes on until the end. */
export type ToSimulation =
  | {
      readonly kind: 'history'
      readonly cycleSeconds: number
      readonly fromMs: number
      readonly toMs: number
      readonly storeIndexes: readonly number[]
      readonly endCounters?: ReadonlyMap<number, StoreCounters>
    }
  /** The next part of the history that was requested. */
  | { readonly kind: 'next' }
  | {
      readonly kind: 'live'
      readonly brokerUrl: string
      readonly updates: LiveFleetOptions['updates']
      readonly saved: ReadonlyMap<number, SavedStore>
      readonly stores: readonly LiveStoreSettings[]
    }
  /** Answers how every store is now. */
  | { readonly kind: 'save' }
  | { readonly kind: 'stop' }

interface LiveStoreSettings {
  readonly index: number
  readonly secret: string
  readonly pointIds: readonly (readonly PointId[])[]
  readonly revision: number
}

export type FromSimulation =
  | { readonly kind: 'ready' }
  | { readonly kind: 'part'; readonly part: HistoryPart | null }
  /** The virtual buses of the stores that a terminal polls, by their position in the fleet. */
  | { readonly kind: 'live'; readonly busPorts: ReadonlyMap<number, number> }
  | { readonly kind: 'saved'; readonly saved: ReadonlyMap<number, SavedStore> }
  | { readonly kind: 'stopped'; readonly saved: ReadonlyMap<number, SavedStore> }
