import { type ReactNode, useState } from 'react'
import { Button } from './Button'
import { copyText } from './copy-text'
import { useText } from './text'

/** Puts a text on the clipboard and says whether that worked; its own words say what it copies. */
export function CopyButton({
  text,
  variant,
  size,
  children,
}: {
  text: string
  variant?: 'quiet'
  size?: 'small'
  children?: ReactNode
}) {
  const t = useText()
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null)
  return (
    <Button
      {...(variant && { variant })}
      {...(size && { size })}
      icon={outcome === 'copied' ? 'check' : 'copy'}
      onClick={() => void copyText(text).then((isCopied) => setOutcome(isCopied ? 'copied' : 'copyFailed'))}
    >
      {outcome === null ? (children ?? t('shell.words.copy')) : t(`kit.dialog.${outcome}`)}
    </Button>
  )
}
