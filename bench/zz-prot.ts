import { connect } from '@coldkeep/server/db/connect'
import { IN_MEMORY } from '@coldkeep/server/db/embedded'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { testServer } from '@coldkeep/server/testing/test-server'
import { sql } from 'kysely'
import { insertChain, insertPerDevice, insertPerStore } from './chain'
const COMPUTED = `timestamptz '2026-11-20T04:00:00Z'`
const LAST='2026-11-20'
const database = await connect({ folder: IN_MEMORY })
const db = database.kysely
await migrateToLatest(db)
const server = await testServer({ database: db })
const area = await insertChain(db, server.fleet.company, {stores:1000,devicesPerStore:10,departments:20})
await insertPerDevice(db, 45, LAST, `temperature_day (store_id, device_id, "on", zone, is_insured, verdict, covered_minutes,
      expected_minutes, celsius_minutes, spoilage, lowest_c, highest_c, excursion_minutes, degree_minutes,
      longest_excursion_minutes, longest_beyond_hard_minutes, computed_at)
    select d.store_id, d.device_id, g."on", 'C7', true,
      case when d.device_id % 40 = 0 then 'breach' when d.device_id % 7 = 0 then 'watch' else 'protected' end,
      1435, 1440, 4.1 * 1435, 3e-13, 2.1, 6.8, d.device_id % 7, d.device_id % 11, d.device_id % 7, 0, ${COMPUTED}`)
await insertPerStore(db, 365, LAST, `temperature_store_day (store_id, "on", breach, watch, protected, no_data, covered_minutes,
      expected_minutes, computed_at)
    select s.store_id, g."on", s.store_id % 4 / 3, 1, 7, 0, 12915, 12960, ${COMPUTED}`)
  const operation = `cooling, pulldown, defrost, door, standby, off, offline, runs, compressor_minutes,
    longest_run_minutes, defrosts, defrost_minutes, door_openings`
await insertPerDevice(db,45,LAST,`operation_day (store_id, device_id, "on", ${operation}, computed_at)
    select d.store_id, d.device_id, g."on", 610, 80, 96, 45, 579, 0, 30, 46, 690, 41, 4, 96, 120, ${COMPUTED}`)
await insertPerStore(db,365,LAST,`operation_store_day (store_id, "on", ${operation}, longest_run_device_id, computed_at)
    select s.store_id, g."on", 5490, 720, 864, 405, 5211, 0, 270, 414, 6210, 41, 36, 864, 1080, s.store_id * 100 + 1,
      ${COMPUTED}`)
await insertPerDevice(db, 45, LAST, `connection_day (store_id, device_id, "on", period_seconds, ok, ok_live, device_lost, host_lost, excluded, computed_at) select d.store_id, d.device_id, g."on", 300, 280 - d.store_id % 20, 280 - d.store_id % 20, d.store_id % 20, 8, 0, ${COMPUTED}`)
await sql`insert into insured_coverage (store_id, device_id, zone, first_on, last_on) select store_id, device_id, 'C7', date '2026-01-01', date '2026-11-01' + (store_id % 300)::int from device where store_id > 1000 and device_id % 100 < 10`.execute(db)
await sql`analyze`.execute(db)
const week = 'start=2026-11-14T00:00:00&end=2026-11-20T23:59:59&timezone=%2B08:00&storeid=all'
const paths = [`iot-connection/detail?${week}&depart=${server.fleet.company}`,'dashboard/qa-temp','dashboard/operation','iot-connection/detail/pageinfo',`qa-temp/detail/dev-avg?${week}&depart=${area}`,`operation/detail?${week}&depart=${area}`,`qa-temp/detail/dev-avg?${week}&depart=${server.fleet.company}`,`operation/detail?${week}&depart=${server.fleet.company}`]
for (const p of paths) {
  const t:number[]=[]; const c0=process.cpuUsage(); const threads=performance.now()
  for (let i=0;i<15;i++){ const b=performance.now(); const r=await server.send('GET','/api/v2/'+p,{as:'admin'}); t.push(performance.now()-b); if(r.status!==200) throw new Error(r.text); if(i===0) console.log(r.text.length) }
  const s=t.slice(3).sort((a,b)=>a-b); const cu=process.cpuUsage(c0); console.log('cpu/request ms', ((cu.user+cu.system)/15000).toFixed(1), p.slice(0,40), 'p50', s[6]!.toFixed(0), 'max', s.at(-1)!.toFixed(0))
}
const explain = async (q:string)=>{ const {rows}=await sql.raw(`explain analyze ${q}`).execute(db); console.log(rows.map((r)=>Object.values(r as object)[0]).join('\n')) }


import { selectDeviceTemperatures, selectStoreExpiries, selectVerdictsByDay, selectVerdictsByStore } from '@coldkeep/server/areas/analysis/temperature-queries'
import { selectScope } from '@coldkeep/server/http/scope'
import { presentTemperatureAssurance } from '@coldkeep/server/present/temperature-assurance'
const scope = await selectScope(db, {departmentId: server.fleet.company} as never)
const f = {scope, storeId:null, first:'2026-11-14', last:'2026-11-20'} as never
for (const [n,fn] of Object.entries({selectDeviceTemperatures, selectStoreExpiries, selectVerdictsByDay, selectVerdictsByStore})) { for (let i=0;i<3;i++){ const b=performance.now(); await (fn as any)(db,f,server.clock.now()); console.log(n,(performance.now()-b).toFixed(0)) } }
const devs = await selectDeviceTemperatures(db,f)
const { createTranslator } = await import('@coldkeep/phrases/phrases')
for (let i=0;i<3;i++){ const b=performance.now(); const r=presentTemperatureAssurance({first:'2026-11-14',last:'2026-11-20',byDay:[],stores:[],devices:devs,now:server.clock.now()} as never,{language:'en',translate:createTranslator('en')}); const m=performance.now(); JSON.stringify(r); console.log('present',(m-b).toFixed(0),'json',(performance.now()-m).toFixed(0)) }
await explain(`select min(t.store_id), t.device_id, max(t.zone) as zone, count(*) filter (where verdict = 'breach')::float8, count(*) filter (where verdict = 'watch')::float8,count(*) filter (where verdict = 'protected')::float8,count(*) filter (where verdict = 'no_data')::float8, sum(covered_minutes), sum(expected_minutes),sum(celsius_minutes),sum(spoilage),min(lowest_c),max(highest_c),sum(excursion_minutes),sum(degree_minutes),max(longest_excursion_minutes),max(longest_beyond_hard_minutes) from store join temperature_day t on t.store_id=store.store_id where t."on" >= '2026-11-14' and t."on" <= '2026-11-20' and is_insured group by t.device_id`)
await server.close(); await database.close()
