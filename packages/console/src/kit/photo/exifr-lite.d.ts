declare module 'exifr/dist/lite.esm.mjs' {
  interface ReadOptions {
    readonly reviveValues: boolean
  }
  /** Tags of a picture by their names; `undefined` where it has none. */
  export function parse(
    file: ArrayBuffer,
    options: ReadOptions,
  ): Promise<Readonly<Record<string, unknown>> | undefined>
}
