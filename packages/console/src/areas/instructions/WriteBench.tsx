import type { WriteCommandRow } from '@coldkeep/contract/areas/write-commands'
import { takesValue } from '@coldkeep/domain/polling/check-write-row'
import { Suspense } from 'react'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'

const WriteTrial = lazily(() => import('./WriteTrial'), 'WriteTrial')

/** Judges a pasted reply to the chosen write as a terminal would. */
export function WriteBench({ command }: { command: WriteCommandRow | null }) {
  const t = useText()
  return (
    <section className={frame.card} aria-label={t('instructions.bench')}>
      <h2>{t('instructions.bench')}</h2>
      <p className={frame.note}>
        {t(command === null ? 'instructions.chooseWrite' : 'instructions.writeBenchWhy')}
      </p>
      <Suspense>
        {command !== null && (
          <WriteTrial
            key={`${command.id} ${command.revision}`}
            command={command}
            isValued={takesValue(command)}
          />
        )}
      </Suspense>
    </section>
  )
}
