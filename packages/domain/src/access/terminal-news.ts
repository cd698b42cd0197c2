/** Of what the console tells people about a terminal that has a box: somebody made a code for another one, or it came. */
export type TerminalNews = 'code' | 'replaced'
