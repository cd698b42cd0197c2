import { useText } from '../../kit/text'
import { megabytes, type TextFile } from './read-text-file'

type Why = Extract<TextFile, { ok: false }>['why']

/** Words for a file that cannot be taken. */
export function useFileFault(mostBytes: number): (why: Why, bytes: number) => string {
  const t = useText()
  return (why, bytes) => {
    if (why === 'empty') return t('organisation.departments.empty')
    if (why === 'not_utf8') return t('organisation.departments.notUtf8')
    return t('organisation.departments.tooLarge', { size: megabytes(bytes), limit: megabytes(mostBytes) })
  }
}
