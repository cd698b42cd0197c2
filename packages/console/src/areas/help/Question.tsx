import { getFaq, type HelpQuestion, judgeHelp } from '@coldkeep/contract/areas/help'
import { useEffect, useRef } from 'react'
import { useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Chip } from '../../kit/Chip'
import { Icon } from '../../kit/icons'
import { Markdown } from '../../kit/Markdown'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { ownNames } from '../../site/own-names'
import styles from './help.module.css'
import { markedPieces } from './help-search'

export interface QuestionProps {
  readonly question: HelpQuestion
  /** Named where questions of several stand together. */
  readonly category: string | null
  readonly number: number
  readonly search: string
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
  /** `null`: the reader may not edit it. */
  readonly onEdit: (() => void) | null
}

/** A question that opens to its answer, and what the reader makes of it. */
export function Question(props: QuestionProps) {
  const { question, category, number, search, isOpen, onToggle, onEdit } = props
  const t = useText()
  const language = useLanguage()
  const item = useRef<HTMLDetailsElement>(null)
  // the address may name one far below
  useEffect(() => {
    if (isOpen) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <details
      ref={item}
      className={styles.question}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) onToggle(currentTarget.open)
      }}
    >
      <summary>
        <span className={frame.note}>
          {t('help.question', { number })}
          {category !== null && ` · ${category}`}
        </span>
        <span className={styles.title}>
          {markedPieces(question.title, search).map(({ text, isHit }, index) =>
            isHit ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
              <mark key={index}>{text}</mark>
            ) : (
              text
            ),
          )}
        </span>
        {!question.isShown && <Chip>{t('help.hidden')}</Chip>}
        <span className={styles.fold}>
          <Icon name="chevronRight" size={16} />
        </span>
      </summary>
      {isOpen && (
        <div className={styles.answer}>
          {question.language !== language && (
            <p className={frame.note}>{t('help.other', { language: ownNames[question.language] })}</p>
          )}
          <div lang={question.language}>
            <Markdown text={question.content} />
          </div>
          <div className={styles.foot}>
            <Verdict question={question} />
            {onEdit !== null && (
              <Button size="small" onClick={onEdit}>
                {t('help.edit')}
              </Button>
            )}
          </div>
        </div>
      )}
    </details>
  )
}

function Verdict({ question }: { question: HelpQuestion }) {
  const t = useText()
  const judging = useSend(judgeHelp, { invalidates: [getFaq] })
  const { key, isHelpful, verdicts } = question
  return (
    <fieldset className={styles.verdict}>
      <legend>{t('help.didItHelp')}</legend>
      {([true, false] as const).map((one) => (
        <Button
          key={String(one)}
          size="small"
          pressed={isHelpful === one}
          onClick={() => judging.mutate({ params: { key }, body: { isHelpful: one } })}
        >
          {t(one ? 'help.yes' : 'help.no')}
        </Button>
      ))}
      <span role="status" className={frame.note}>
        {isHelpful !== null && t('help.thanks')}
      </span>
      {verdicts !== null && <span className={frame.note}>{t('help.verdicts', verdicts)}</span>}
    </fieldset>
  )
}
