/** The stacking order of tokens.css, for parts that take a number. */
export const layers = { drawer: 30, modal: 40, error: 50, toast: 60, tooltip: 70 } as const
