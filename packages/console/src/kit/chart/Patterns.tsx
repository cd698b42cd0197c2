import { FIRST_PATTERNED } from './palette'

const DRAWINGS = ['M0 6 L6 0', 'M0 0 L6 6', 'M3 0 V6', 'M0 3 H6', 'M0 6 L6 0 M0 0 L6 6'] as const

/** The fill that is laid over a mark of this series, or nothing for the first three. */
export function patternFill(scope: string, series: number, everywhere: boolean): string | undefined {
  if (series < FIRST_PATTERNED && !everywhere) return undefined
  return `url(#${scope}-${series % DRAWINGS.length})`
}

/** Pattern definitions of one drawing; `scope` keeps their names apart from those of other drawings. */
export function Patterns({ scope }: { scope: string }) {
  return (
    <defs>
      {DRAWINGS.map((path, index) => (
        <pattern
          key={path}
          id={`${scope}-${index}`}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          data-pattern
        >
          <path d={path} stroke="var(--surface)" strokeWidth="1.2" fill="none" opacity="0.7" />
        </pattern>
      ))}
    </defs>
  )
}
