/** One group of bars or one slice: a label, a value per series, and where it leads. */
export interface ChartEntry {
  readonly label: string
  readonly values: readonly (number | null)[]
  readonly href?: string
}

export interface ChartSeries {
  readonly name: string
  /** A CSS colour (see palette.ts). */
  readonly color: string
}
