import type { ComponentProps, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../Button'
import { submitByKeys } from './submit-keys'

export interface FormProps
  extends Pick<ComponentProps<'form'>, 'id' | 'className' | 'aria-label' | 'aria-labelledby' | 'ref'> {
  /** Also called while something is missing, so that the fields can show it; send only what is whole. */
  readonly onSubmit: () => void
  readonly 'data-no-print'?: boolean
  readonly children: ReactNode
}

/** A form. Sent with Enter, Ctrl or ⌘ Enter or its button; where it cannot be sent, the first wrong field gets the focus. */
export function Form({ onSubmit, ...form }: FormProps) {
  return (
    <form
      {...form}
      noValidate
      onKeyDown={(event) => {
        if (event.currentTarget.contains(event.target as Node)) submitByKeys(event)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        // a dialog below it has a form of its own, whose events pass here too
        if (event.target === event.currentTarget) submitted(event.currentTarget, onSubmit)
      }}
    />
  )
}

function submitted(form: HTMLFormElement, onSubmit: () => void): void {
  flushSync(onSubmit)
  form.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong] input')?.focus()
}

export interface SubmitButtonProps
  extends Pick<
    ComponentProps<typeof Button>,
    'children' | 'fullWidth' | 'iconAfter' | 'form' | 'aria-describedby' | 'ref'
  > {
  /** Why the form cannot be sent, in words; `null`: it can. */
  readonly missing: string | null
  readonly busy: boolean
}

/** The button of a form. Pressed while something is missing, it leads to what that is. */
export function SubmitButton({ missing, busy, ...button }: SubmitButtonProps) {
  return (
    <Button
      {...button}
      type="submit"
      variant="primary"
      loading={busy}
      disabledReason={missing}
      onBlockedClick={({ currentTarget }) => currentTarget.form?.requestSubmit()}
    />
  )
}
