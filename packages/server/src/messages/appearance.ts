/** What a terminal reports about itself when it comes online. */
export interface Appearance {
  /** That it runs. */
  readonly revision: number
  /** Names of the keys that it trusts; null: it takes no commands. */
  readonly keys: readonly string[] | null
}
