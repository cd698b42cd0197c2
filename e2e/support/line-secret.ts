/** With which LINE would sign what it tells the server of the walks. */
export const LINE_SECRET = 'secret-of-the-walks'
