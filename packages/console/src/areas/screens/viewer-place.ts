/** Where the viewer puts itself when its file is loaded: what is built apart exports nothing. */
export const VIEWER_PLACE = Symbol.for('coldkeep.viewer')
