declare module 'pino-roll' {
  import type { SonicBoom, SonicBoomOpts } from 'sonic-boom'

  /** The part of its options that is used here; the package brings no types. */
  interface RollOptions extends SonicBoomOpts {
    readonly file: string
    /** `5m` is five megabytes. */
    readonly size: string
    readonly extension: string
    /** Files besides the one that is written, those of earlier runs too. */
    readonly limit: { readonly count: number; readonly removeOtherLogFiles: boolean }
  }

  const roll: (options: RollOptions) => Promise<SonicBoom>
  export = roll
}
