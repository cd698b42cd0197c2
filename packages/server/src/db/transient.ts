/** Nothing was wrong with the statement: the same batch may succeed when it is repeated. */
const PASSING_STATES: ReadonlySet<string> = new Set([
  '08000', // connection exception
  '08001', // unable to connect
  '08003', // connection does not exist
  '08006', // connection failure
  '40001', // serialization failure
  '40P01', // deadlock
  '53300', // too many connections
  '57P01', // ended by an administrator
  '57P02', // ended by a crash
  '57P03', // starting up or shutting down
  '58030', // input or output error, as a cluster reports a machine that is away
])
/** Given by a cluster as an internal error. */
const INTERNAL_ERROR = 'XX000'
const LOST_MACHINE = /failure on connection|server closed the connection/i
/** Of the socket, and of the client that has lost its socket. */
const SOCKET_CODES: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])
const LOST_STATES = /^(08...|57P0[1-5])$/
const LOST_CONNECTION = /^Connection terminated|^Client has encountered a connection error/

/** True when the connection is unusable, whatever becomes of the statement. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return code === null
    ? LOST_CONNECTION.test(error.message)
    : SOCKET_CODES.has(code) || LOST_STATES.test(code)
}

/** True for a transient error: a lost connection, a deadlock, a server that is restarting. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (code === null) return LOST_CONNECTION.test(error.message)
  if (code === INTERNAL_ERROR) return LOST_MACHINE.test(error.message)
  return PASSING_STATES.has(code) || SOCKET_CODES.has(code)
}

function codeOf(error: Error): string | null {
  return 'code' in error && typeof error.code === 'string' ? error.code : null
}
