import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../Button'
import { IconButton } from '../IconButton'
import { useText } from '../text'
import styles from './chart.module.css'
import type { ChartSeries } from './chart-entry'
import { Legend } from './Legend'
import { savePicture } from './save-picture'

/** The same figures as the drawing, for those who read them. */
interface ChartTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export interface ChartCardProps {
  readonly title: string
  readonly note?: string
  /** Printed under the title of the saved picture: scope, period, time. */
  readonly caption: string
  readonly table: ChartTable
  /** Names and colours of the series; left out where the drawing names them itself. */
  readonly legend?: readonly ChartSeries[]
  readonly state?: 'ready' | 'empty' | 'loading' | 'failed'
  readonly onRetry?: () => void
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** The frame of every chart: heading, the drawing or its table, legend, and the picture to keep. */
export function ChartCard({ state = 'ready', ...props }: ChartCardProps) {
  const t = useText()
  const drawing = useRef<HTMLDivElement>(null)
  const [asTable, setAsTable] = useState(false)
  const isReady = state === 'ready'

  return (
    <section className={styles.card} aria-label={props.title}>
      <header className={styles.cardHead}>
        <h2 className={styles.cardTitle}>{props.title}</h2>
        {props.note && <span className={styles.cardNote}>{props.note}</span>}
        {isReady && (
          <div className={styles.cardTools} data-no-print>
            {!asTable && props.tools}
            <IconButton
              size="small"
              icon={asTable ? 'chart' : 'table'}
              label={asTable ? t('kit.chart.asChart') : t('kit.chart.asTable')}
              pressed={asTable}
              onClick={() => setAsTable(!asTable)}
            />
            {!asTable && (
              <IconButton
                size="small"
                icon="download"
                label={t('kit.chart.pngLabel', { title: props.title })}
                onClick={() =>
                  void savePicture(drawing.current, [props.title, props.caption], props.legend ?? [])
                }
              />
            )}
          </div>
        )}
      </header>
      {isReady && asTable && <PlainTable {...props.table} title={props.title} />}
      {isReady && !asTable && <div ref={drawing}>{props.children}</div>}
      {isReady && !asTable && props.legend && props.legend.length > 1 && <Legend series={props.legend} />}
      {state === 'empty' && <p className={styles.cardState}>{t('kit.state.noData')}</p>}
      {state === 'loading' && <p className={styles.cardState}>{t('kit.state.loading')}</p>}
      {state === 'failed' && (
        <div className={styles.cardState} role="alert">
          <p>{t('kit.state.failedTitle')}</p>
          {props.onRetry && <Button onClick={props.onRetry}>{t('shell.words.retry')}</Button>}
        </div>
      )}
    </section>
  )
}

function PlainTable({ header, rows, title }: ChartTable & { title: string }) {
  const t = useText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.plainTable} tabIndex={0} aria-label={t('kit.table.scrollRegion', { title })}>
      <table>
        <thead>
          <tr>
            {header.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join('\u0000')}>
              {row.map((cell, index) => (
                <td key={header[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
