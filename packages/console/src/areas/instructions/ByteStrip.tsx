import type { testWrite } from '@coldkeep/contract/areas/write-bench'
import type { Answer } from '@coldkeep/contract/call'
import { useText } from '../../kit/text'
import styles from './instructions.module.css'

type TestedByte = Answer<typeof testWrite>['bytes'][number]

const NONE = '–'
const marks: Record<TestedByte['match'], string> = {
  equal: '=',
  any: '*',
  different: '≠',
  missing: '−',
  surplus: '+',
}

/** The packet that was expected and the reply that came, byte above byte. */
export function ByteStrip({ bytes }: { bytes: readonly TestedByte[] }) {
  const t = useText()
  const partOf = ({ part }: TestedByte) => (part === null ? NONE : t(`instructions.part.${part}`))
  return (
    <section className={styles.strip} aria-label={t('instructions.byteByByte')}>
      <div className={styles.rows} aria-hidden>
        <span>{t('instructions.byte')}</span>
        <span>{t('instructions.expected')}</span>
        <span />
        <span>{t('instructions.received')}</span>
      </div>
      <ol className={styles.bytes}>
        {bytes.map((byte, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a byte is known by its place alone
          <li key={place} className={styles.byte} data-match={byte.match}>
            <span aria-hidden>{place}</span>
            <span aria-hidden>{byte.expected ?? NONE}</span>
            <span aria-hidden>{marks[byte.match]}</span>
            <span aria-hidden>{byte.found ?? NONE}</span>
            <span aria-hidden>{partOf(byte)}</span>
            <span className="visually-hidden">
              {t('instructions.byteSaid', {
                place,
                part: partOf(byte),
                expected: byte.expected ?? NONE,
                found: byte.found ?? NONE,
                match: t(`instructions.match.${byte.match}`),
              })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
