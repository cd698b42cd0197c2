import { connect } from '@coldkeep/server/db/connect'
import { IN_MEMORY } from '@coldkeep/server/db/embedded'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { makeFleet } from '@coldkeep/simulator/fleet/make-fleet'
import { epochMs } from '@coldkeep/domain/time/instant'
import { createPartitionsAhead } from '@coldkeep/server/storage/partitions'
import { operationAnalysis } from '@coldkeep/server/analysis/run-operation'
import { temperatureAnalysis } from '@coldkeep/server/analysis/run-temperature'
import { advanceStoreDays } from '@coldkeep/server/analysis/run-store-days'
import { sql } from 'kysely'
import { readModels } from './models'
import { plantFleet } from './plant-fleet'
import { makePast } from './past'
import * as sim from './simulation'
import { demo } from './settings'
const now = epochMs(Date.UTC(2026,10,20,4))
const database = await connect({folder: IN_MEMORY})
await migrateToLatest(database.kysely)
await createPartitionsAhead(database.kysely, now)
const fleet = makeFleet({seed: demo.seed, storeCount: 40, nowMs: now, models: readModels()})
const {planted} = await plantFleet(database.kysely, fleet)
const simulation = await (sim as any).startSimulation(fleet)
const storeIndexes=[2,3,4,5,6,7]
console.time('past')
await makePast({database, simulation, fleet, planted, now} as never, {fromMs: now-60*3600e3, toMs: now, storeIndexes, as:'scans'})
console.timeEnd('past')
const stores = storeIndexes.map(i=>planted.stores[i]!.storeId)
console.time('run')
const c0=process.cpuUsage()
const n = await advanceStoreDays({db: database.kysely, analyses:[temperatureAnalysis, operationAnalysis], shouldStop:()=>false}, stores, now)
console.timeEnd('run'); const c=process.cpuUsage(c0); console.log(n,'store days', (c.user+c.system)/1000,'ms cpu')
const {rows} = await sql`select d.store_id s, d.name, d.zone, t.verdict, t.is_insured i, round(covered_minutes::numeric,0) c, round((celsius_minutes/nullif(covered_minutes,0))::numeric,1) avg, round(lowest_c::numeric,1) lo, round(highest_c::numeric,1) hi, round(excursion_minutes::numeric) e, round(degree_minutes::numeric) dm, round(longest_excursion_minutes::numeric) l, o.cooling, o.pulldown, o.defrost, o.door, o.standby, o.offline off, o.runs, round(o.compressor_minutes) cm, round(o.longest_run_minutes) lr, o.defrosts nd, round(o.defrost_minutes) dfm, o.door_openings dr from temperature_day t join device d using (store_id, device_id) left join operation_day o using (store_id, device_id, "on") where "on"='2026-11-19' order by 1,2`.execute(database.kysely)
console.table(rows)
await database.close(); process.exit(0)
