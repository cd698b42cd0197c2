import type { ReactNode } from 'react'
import { StatusTag } from '../../kit/StatusTag'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './instructions.module.css'

export interface BenchFactsProps {
  readonly requestHex: string
  /** Of a write: the packet that proves it. */
  readonly expectedHex?: string
  readonly isGood: boolean
  /** In words, by the server. */
  readonly message: string
  readonly length: number
  /** 0: not checked. */
  readonly expectedLength: number
  readonly crc: { readonly found: string; readonly expected: string } | null
}

/** What a bench found out about a reply as a whole. */
export function BenchFacts(props: BenchFactsProps) {
  const { requestHex, expectedHex, isGood, message, length, expectedLength: expected, crc } = props
  const t = useText()
  return (
    <dl className={frame.facts}>
      <Fact name={t('instructions.result')} wide>
        <StatusTag status={isGood ? 'done' : 'failed'} word={message} />
      </Fact>
      <Fact name={t('instructions.length')}>
        {expected === 0
          ? t('instructions.lengthFree', { length })
          : t('instructions.lengthOf', { length, expected })}
      </Fact>
      {crc && (
        <Fact name={t('instructions.crc')}>
          {crc.found === crc.expected
            ? t('instructions.crcRight', { found: crc.found })
            : t('instructions.crcWrong', { ...crc })}
        </Fact>
      )}
      <Fact name={t('instructions.request')} wide>
        <span className={frame.mono}>{requestHex}</span>
      </Fact>
      {expectedHex !== undefined && (
        <Fact name={t('instructions.packet')} wide>
          <span className={frame.mono}>{expectedHex}</span>
        </Fact>
      )}
    </dl>
  )
}

interface FactProps {
  readonly name: string
  readonly wide?: boolean
  readonly children: ReactNode
}

function Fact({ name, wide = false, children }: FactProps) {
  return (
    <div className={wide ? styles.wide : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
