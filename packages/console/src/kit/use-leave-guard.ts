import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

export interface LeaveGuard {
  /** The reader is about to leave; confirm it. */
  readonly isConfirming: boolean
  readonly stay: () => void
  readonly leave: () => void
}

interface Leaving {
  readonly currentLocation: { readonly pathname: string }
  readonly nextLocation: { readonly pathname: string }
}

/**
 * Where a reader without a sign-in is sent; what was typed is kept elsewhere then, so there is no question.
 */
const SIGN_IN = '/login'

/** Holds back links, Back and closing while something is unsaved. Another view of the same page does not leave it. */
export function useLeaveGuard(isUnsaved: boolean): LeaveGuard {
  const router = useRouter()
  const [decide, setDecide] = useState<{ readonly by: (isHeld: boolean) => void } | null>(null)
  useEffect(() => {
    if (!isUnsaved) return
    return router.history.block({
      enableBeforeUnload: true,
      blockerFn: ({ currentLocation, nextLocation }: Leaving) => {
        const stays = nextLocation.pathname === currentLocation.pathname
        if (stays || nextLocation.pathname === SIGN_IN) return false
        return new Promise<boolean>((resolve) => setDecide({ by: resolve }))
      },
    })
  }, [router, isUnsaved])
  const answer = (isHeld: boolean) => () => {
    decide?.by(isHeld)
    setDecide(null)
  }
  return { isConfirming: decide !== null, stay: answer(true), leave: answer(false) }
}
