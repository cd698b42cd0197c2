/** With which LINE would sign what it sends to the server of the walks. */
export const LINE_SECRET = 'secret-of-the-walks'
