import { useText } from '../kit/text'
import { megabytes, type TextFile } from './read-text-file'

type Why = Extract<TextFile, { ok: false }>['why']

const words = {
  empty: 'kit.file.empty',
  not_utf8: 'kit.file.notUtf8',
  unreadable: 'kit.file.unreadable',
} as const

/** Words for a file that cannot be taken. */
export function useFileFault(mostBytes: number): (why: Why, bytes: number) => string {
  const t = useText()
  return (why, bytes) =>
    why === 'too_large'
      ? t('kit.file.tooLarge', { size: megabytes(bytes), limit: megabytes(mostBytes) })
      : t(words[why])
}
