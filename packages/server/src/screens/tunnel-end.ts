import type { ScreenEnd } from '@coldkeep/contract/areas/screens'
import { type TunnelEnd, tunnelEnds } from '@coldkeep/contract/mqtt/screen-tunnel'

const byCode = new Map<number, ScreenEnd>(
  Object.entries(tunnelEnds).map(([end, code]) => [code, end as TunnelEnd]),
)

/** What the terminal meant by the code with which it ended its tunnel; a line that broke has none. */
export function endOfCode(code: number): ScreenEnd {
  return byCode.get(code) ?? 'lost'
}
