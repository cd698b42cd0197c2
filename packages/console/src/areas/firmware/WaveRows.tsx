import { firmwarePlan } from '@coldkeep/contract/areas/firmware-jobs'
import { limitsIn, limitsOf } from '@coldkeep/contract/wire/limits'
import { formatNumber, NO_VALUE } from '@coldkeep/phrases/format'
import { useId } from 'react'
import { Button } from '../../kit/Button'
import { NumberField } from '../../kit/field/NumberField'
import { IconButton } from '../../kit/IconButton'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './firmware.module.css'
import { type PlanDraft, type PlanFault, type WaveDraft, withWave } from './plan-draft'

const least = limitsIn(firmwarePlan).get('least')
const MOST_WAVES = limitsOf(firmwarePlan.shape.waves).maxLength ?? 0

export interface WaveRowsProps {
  readonly plan: PlanDraft
  readonly onChange: (plan: PlanDraft) => void
  readonly sizes: readonly number[] | null
  readonly fault: PlanFault | null
}

/** Waves by their shares; the last one, which has all that are left, always stands below them. */
export function WaveRows({ plan, onChange, sizes, fault }: WaveRowsProps) {
  const t = useText()
  const language = useLanguage()
  const headingId = useId()
  const { waves } = plan
  const change = (key: number, patch: Partial<WaveDraft>) =>
    onChange({ ...plan, waves: waves.map((wave) => (wave.key === key ? { ...wave, ...patch } : wave)) })
  const sizeOf = (index: number) =>
    sizes === null ? NO_VALUE : formatNumber(language, sizes[index] ?? 0, { decimals: 0 })
  return (
    <section className={frame.stack} aria-labelledby={headingId}>
      <h3 className={styles.head} id={headingId}>
        {t('firmware.wave.title')}
      </h3>
      <p className={frame.note}>{t('firmware.wave.help')}</p>
      <table className={styles.waves}>
        <thead>
          <tr>
            <th scope="col">{t('firmware.job.wave')}</th>
            <th scope="col">{t('firmware.wave.share')}</th>
            <th scope="col">{t('firmware.wave.least')}</th>
            <th scope="col">{t('firmware.wave.size')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {waves.map((wave, index) => (
            <tr key={wave.key}>
              <td>{t('firmware.wave.one', { wave: index + 1 })}</td>
              <td>
                <NumberField
                  label={t('firmware.wave.shareOf', { wave: index + 1 })}
                  hideLabel
                  unit="%"
                  value={wave.percent}
                  onChange={(percent) => change(wave.key, { percent })}
                />
              </td>
              <td>
                <NumberField
                  label={t('firmware.wave.leastOf', { wave: index + 1 })}
                  hideLabel
                  {...least}
                  value={wave.least}
                  onChange={(next) => change(wave.key, { least: next })}
                />
              </td>
              <td className={styles.number}>{sizeOf(index)}</td>
              <td>
                <IconButton
                  icon="close"
                  size="small"
                  label={t('firmware.wave.remove', { wave: index + 1 })}
                  onClick={() => onChange({ ...plan, waves: waves.filter(({ key }) => key !== wave.key) })}
                />
              </td>
            </tr>
          ))}
          <tr>
            <td>{t('firmware.wave.one', { wave: waves.length + 1 })}</td>
            <td colSpan={2}>{t('firmware.wave.rest')}</td>
            <td className={styles.number}>{sizeOf(waves.length)}</td>
            <td />
          </tr>
        </tbody>
      </table>
      {(fault === 'waves' || fault === 'ascending') && (
        <p className={styles.fault} role="alert">
          {t(fault === 'waves' ? 'firmware.wave.wrong' : 'firmware.wave.ascending')}
        </p>
      )}
      {waves.length + 1 < MOST_WAVES && (
        <div>
          <Button size="small" icon="plus" onClick={() => onChange(withWave(plan))}>
            {t('firmware.wave.add')}
          </Button>
        </div>
      )}
    </section>
  )
}
