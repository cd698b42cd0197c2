/** What a terminal says of itself when it is there. */
export interface Appearance {
  /** That it runs. */
  readonly revision: number
  /** Names of the keys that it trusts; null: it takes no commands. */
  readonly keys: readonly string[] | null
}
