import { findMosquitto } from '@coldkeep/server/testing/mosquitto'
import { noLimitReason } from '@coldkeep/terminal/testing/file-size-limit'
import { boxDiskFull, boxKilled } from './box-faults'
import { databaseFails } from './database-faults'
import type { Fault, Means } from './fault'
import { badDelivery, brokerRestarted, clockJumps, lineCut } from './link-faults'
import { serverDiskFull, serverKilled, serverKilledOnPostgresql } from './server-faults'

const postgresql = ({ databaseUrl }: Means) => (databaseUrl === null ? 'there is no PostgreSQL' : null)
const mosquitto = () =>
  findMosquitto() === null ? 'mosquitto is not installed (Debian: apt install mosquitto)' : null
const fileSizeLimit = () => noLimitReason

/** What happens to unattended boxes and servers. Whatever it is: lost 0, double 0. */
export const faults: readonly Fault[] = [
  {
    name: 'terminal killed',
    happens: 'the box loses its power in the middle of anything, and starts again',
    short: { times: 3, boxes: 1, periodSeconds: 10 },
    long: { times: 50, boxes: 2, periodSeconds: 5 },
    run: boxKilled,
  },
  {
    name: 'terminal: disk full, then killed',
    happens: 'its disk takes nothing while the line is cut, has room again, then the power goes',
    short: { times: 1, boxes: 1, periodSeconds: 10 },
    long: { times: 5, boxes: 2, periodSeconds: 10 },
    needs: fileSizeLimit,
    run: boxDiskFull,
  },
  {
    name: 'server killed, PostgreSQL',
    happens: 'the server is killed between message, commit and acknowledgement',
    short: { times: 7, boxes: 2, periodSeconds: 10 },
    long: { times: 20, boxes: 10, periodSeconds: 5 },
    needs: postgresql,
    run: serverKilledOnPostgresql,
  },
  {
    name: 'server killed, embedded database',
    happens: 'the same, with the database inside it',
    short: { times: 3, boxes: 2, periodSeconds: 10 },
    long: { times: 50, boxes: 10, periodSeconds: 5 },
    run: serverKilled,
  },
  {
    name: 'server: disk full',
    happens: 'no file of the server may grow: it ends, and is started again when there is room',
    short: { times: 1, boxes: 2, periodSeconds: 10 },
    long: { times: 5, boxes: 10, periodSeconds: 5 },
    needs: fileSizeLimit,
    run: serverDiskFull,
  },
  {
    name: 'database fails, PostgreSQL',
    happens: 'its connections are cut in the middle of transactions, then its disk is full for a while',
    short: { times: 5, boxes: 2, periodSeconds: 10 },
    long: { times: 20, boxes: 10, periodSeconds: 5 },
    needs: postgresql,
    run: databaseFails,
  },
  {
    name: 'broker restarted',
    happens: 'a broker beside the server is killed with all that it holds',
    short: { times: 3, boxes: 2, periodSeconds: 10 },
    long: { times: 20, boxes: 10, periodSeconds: 5 },
    needs: mosquitto,
    run: brokerRestarted,
  },
  {
    name: 'line cut for two hours',
    happens: 'the boxes poll on, and send it all afterwards',
    short: { times: 1, boxes: 2, periodSeconds: 300 },
    long: { times: 1, boxes: 60, periodSeconds: 60 },
    run: lineCut,
  },
  {
    name: 'bad delivery',
    happens: 'messages come twice and out of order, acknowledgements twice or not at all',
    short: { times: 8, boxes: 2, periodSeconds: 10 },
    long: { times: 100, boxes: 10, periodSeconds: 5 },
    run: badDelivery,
  },
  {
    name: 'clock jumps',
    happens: 'the clock of the box is set two hours ahead and back, then back into known times',
    short: { times: 1, boxes: 2, periodSeconds: 10 },
    long: { times: 3, boxes: 2, periodSeconds: 10 },
    run: clockJumps,
  },
]
