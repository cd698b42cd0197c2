/** Of what the console tells people about a terminal that has a box: somebody made a code for another one, or it came. */
export const terminalNews = ['code', 'replaced'] as const
export type TerminalNews = (typeof terminalNews)[number]
