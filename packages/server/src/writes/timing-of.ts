import type { WriteTarget } from './write-targets'

/** Where no script gives the timing of a device. */
const DEFAULT_TIMING = { retries: 2, intervalMs: 50, timeoutMs: 1_000 }

/** As patient as the most patient script that polls the device. */
export function timingOf({ document, unitId }: Pick<WriteTarget, 'document' | 'unitId'>, portId: string) {
  const commands = (document?.scripts ?? [])
    .flatMap((script) => script.commands)
    .filter((command) => command.portId === portId && command.unitId === unitId)
  if (commands.length === 0) return DEFAULT_TIMING
  return {
    retries: DEFAULT_TIMING.retries,
    intervalMs: Math.max(...commands.map(({ intervalMs }) => intervalMs)),
    timeoutMs: Math.max(...commands.map(({ timeoutMs }) => timeoutMs)),
  }
}
