/**
 * What a terminal reports beside readings: `start` and `stop` of its program, `gap` where the outbox had to
 * give up readings (thinned or dropped), `clock` set by more than a moment, `disk` trouble begun or over,
 * `device` given up or back, `write` made at the box itself, `request` of a configuration that is not sent
 * since it does more than read.
 */
export const eventKinds = ['start', 'stop', 'gap', 'clock', 'disk', 'device', 'write', 'request'] as const
export type EventKind = (typeof eventKinds)[number]
