import * as z from 'zod/mini'
import { drill } from './table'

const chartTypes = ['bar', 'group_bar', 'pie', 'line'] as const

/**
 * The generic chart answer. `data` holds one entry per bar group, slice or x value; `values` one number per series
 * (`null`: no value). `legend` and `color` name and colour the series of bars and lines; for a pie, one per entry.
 */
export const wireChart = z.object({
  type: z.enum(chartTypes),
  name: z.string(),
  /** Titles of the x and y axis; the second one carries the unit. */
  axis: z.tuple([z.string(), z.string()]),
  data: z.array(
    z.object({
      label: z.string(),
      /** Of a line over time: ISO 8601 in UTC. */
      at: z.optional(z.string()),
      values: z.array(z.nullable(z.number())),
      drill: z.optional(drill),
    }),
  ),
  color: z.array(z.string()),
  legend: z.array(z.object({ value: z.string(), color: z.string() })),
  unit: z.optional(z.string()),
  decimals: z.optional(z.int()),
  /** Dashed lines with a label. */
  limits: z.optional(z.array(z.object({ value: z.number(), label: z.string() }))),
  /** Of a line over time: stretches behind it, and moments across it. ISO 8601 in UTC. */
  bands: z.optional(z.array(z.object({ from: z.string(), to: z.string(), label: z.string() }))),
  marks: z.optional(z.array(z.object({ at: z.string(), label: z.string() }))),
  /** One sentence for readers who do not see the chart. */
  summary: z.string(),
})
export type WireChart = z.output<typeof wireChart>

/** A summary card of the home screen. `value` is a percentage as text, or an en dash when there is none. */
export const dashboardCard = z.object({
  title: z.string(),
  value: z.string(),
  /** A short qualifier beside the figure. */
  note: z.optional(z.string()),
  chart: z.object({
    data: z.array(
      z.object({ label: z.string(), values: z.array(z.nullable(z.number())), drill: z.optional(drill) }),
    ),
    unit: z.optional(z.string()),
    decimals: z.optional(z.int()),
    /** Names and colours: of the series of grouped bars, of the entries of a pie. Gauges have none. */
    legend: z.optional(z.array(z.object({ value: z.string(), color: z.string() }))),
    /** Of gauges: from which value on they are good, and fair. */
    classes: z.optional(z.object({ good: z.number(), fair: z.number() })),
  }),
  news: z.array(z.string()),
  /** When the figures were computed. */
  computedAt: z.string(),
})
export type DashboardCard = z.output<typeof dashboardCard>
