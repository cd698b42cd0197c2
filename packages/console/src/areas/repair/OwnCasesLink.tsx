import { Link } from '../../kit/Link'
import { useText } from '../../kit/text'
import { paths } from '../../site/paths'

/** From all cases back to those of the reader. */
export function OwnCasesLink() {
  const t = useText()
  return (
    <Link look="button" href={paths.repair}>
      {t('repair.own.back')}
    </Link>
  )
}
