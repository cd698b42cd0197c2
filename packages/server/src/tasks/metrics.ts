import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What the server counts about itself; one set per running server. */
export interface Metrics {
  readonly registry: Registry
  /** Stores, days, alarms and the like that a round leaves alone for a while, since they failed. */
  readonly setAside: Gauge<'round'>
  readonly http: { readonly seconds: Histogram<'method' | 'route' | 'status'> }
  readonly ingest: {
    /** Messages from terminals, by the last part of their topic. */
    readonly messages: Counter<'kind'>
    readonly scansStored: Counter
    readonly scansRepeated: Counter
    readonly quarantined: Counter<'reason'>
    readonly commitSeconds: Histogram
    readonly terminalsConnected: Gauge
  }
}

/** Makes the counters and registers them; `withProcess` adds memory, event loop and the like of this process. */
export function createMetrics(withProcess: boolean): Metrics {
  const registry = new Registry()
  if (withProcess) collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    setAside: new Gauge({
      name: 'coldkeep_set_aside',
      help: 'What a round of work leaves alone for a while because it failed.',
      labelNames: ['round'],
      registers,
    }),
    http: {
      seconds: new Histogram({
        name: 'coldkeep_http_request_seconds',
        help: 'Time from the first byte of a request to the last byte of its answer.',
        labelNames: ['method', 'route', 'status'],
        buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
        registers,
      }),
    },
    ingest: {
      messages: new Counter({
        name: 'coldkeep_messages_total',
        help: 'Messages received from terminals.',
        labelNames: ['kind'],
        registers,
      }),
      scansStored: new Counter({
        name: 'coldkeep_scans_stored_total',
        help: 'Poll cycles of devices written to the database.',
        registers,
      }),
      scansRepeated: new Counter({
        name: 'coldkeep_scans_repeated_total',
        help: 'Poll cycles that were in the database already.',
        registers,
      }),
      quarantined: new Counter({
        name: 'coldkeep_quarantined_total',
        help: 'Messages or cycles that could not be stored and were put aside.',
        labelNames: ['reason'],
        registers,
      }),
      commitSeconds: new Histogram({
        name: 'coldkeep_commit_seconds',
        help: 'Time to write one batch of readings, its commit included.',
        buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
        registers,
      }),
      terminalsConnected: new Gauge({
        name: 'coldkeep_terminals_connected',
        help: 'Terminals that are connected to the broker now.',
        registers,
      }),
    },
  }
}
