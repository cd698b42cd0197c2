/** Why the program cannot start: what people can fix, in one line. */
export interface SetupProblem {
  /** File or environment variable. */
  readonly where: string
  /** Field inside it, as in `ports.0.baud`; null when the whole file is meant. */
  readonly path: string | null
  readonly why: string
}

export function describeProblem({ where, path, why }: SetupProblem): string {
  return path === null ? `${where}: ${why}` : `${where}: ${path}: ${why}`
}
