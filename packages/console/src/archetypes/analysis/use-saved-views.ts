import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAddress } from '../../parts/use-address'
import { useSession } from '../../site/session'
import { addressOfView, type SavedView, searchOfView, showsView, viewsOf, withView } from './saved-views'

export interface SavedViews {
  readonly views: readonly SavedView[]
  /** The view that the address shows. */
  readonly current: SavedView | null
  readonly show: (view: SavedView) => void
  readonly save: (name: string, keepsDay: boolean) => void
  readonly remove: (view: SavedView) => void
}

/** The views that this account saved for this page in this browser. */
export function useSavedViews(): SavedViews {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const account = useSession()?.payload.userId ?? ''
  const storageKey = `coldkeep.views.${account}.${pathname}`
  const [views, setViews] = useState(() => viewsOf(localStorage.getItem(storageKey)))
  const [address, changeAddress] = useAddress()
  const named = views.find((view) => view.id === address.view)
  const isBare = Object.keys(address).length === 1

  // A bookmark may name the view alone.
  useEffect(() => {
    if (named !== undefined && isBare) changeAddress(addressOfView(named, {}), 'replace')
  }, [named, isBare, changeAddress])

  const keep = (next: readonly SavedView[]) => {
    localStorage.setItem(storageKey, JSON.stringify(next))
    setViews(next)
  }
  return {
    views,
    current: named !== undefined && showsView(named, address) ? named : null,
    show: (view) => changeAddress(addressOfView(view, address)),
    save: (name, keepsDay) => {
      const next = withView(views, name, searchOfView(address, keepsDay))
      keep(next)
      changeAddress({ view: next.find((view) => view.name === name)?.id }, 'replace')
    },
    remove: (view) => {
      keep(views.filter((other) => other !== view))
      if (address.view === view.id) changeAddress({ view: undefined }, 'replace')
    },
  }
}
