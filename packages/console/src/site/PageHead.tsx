import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { HelpLink } from './HelpLink'
import { useHeadSlot } from './head-slots'

export interface PageHeadProps {
  /** Beside the title: what the page speaks about. */
  readonly scope?: ReactNode
  /** How fresh the figures are. */
  readonly status?: ReactNode
  /** Buttons before Share and Print. */
  readonly actions?: ReactNode
}

/** Puts a screen's own parts into the bar above it; may be anywhere in the screen. */
export function PageHead({ scope, status, actions }: PageHeadProps) {
  const scopeSlot = useHeadSlot('scope')
  const statusSlot = useHeadSlot('status')
  const actionsSlot = useHeadSlot('actions')
  return (
    <>
      {scopeSlot && createPortal(scope, scopeSlot)}
      {statusSlot && createPortal(status, statusSlot)}
      {actionsSlot &&
        createPortal(
          <>
            {actions}
            <HelpLink />
          </>,
          actionsSlot,
        )}
    </>
  )
}
