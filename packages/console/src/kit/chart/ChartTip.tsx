import styles from './chart.module.css'

export interface TipLine {
  readonly name: string
  readonly text: string
  readonly color?: string
}

/** The one box that names the values under the pointer or the focus. `left` in pixels of the drawing. */
export function ChartTip(props: { title: string; lines: readonly TipLine[]; left: number; width: number }) {
  const side = props.left > props.width / 2
  const place = side ? { right: props.width - props.left + 10 } : { left: props.left + 10 }
  return (
    <div className={styles.tip} style={place} aria-hidden="true">
      <p className={styles.tipTitle}>{props.title}</p>
      {props.lines.map((line) => (
        <p key={line.name} className={styles.tipLine}>
          {line.color && <span className={styles.swatch} style={{ background: line.color }} />}
          <span>{line.name}</span>
          <b>{line.text}</b>
        </p>
      ))}
    </div>
  )
}
