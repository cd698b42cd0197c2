import { packDevice, unpackDevice } from '@coldkeep/server/storage/device-block'

const S = 1_795_215_600_000
const timesMs = Array.from({ length: 60 }, (_, m) => S + m * 60000)
const points = Array.from({ length: 10 }, (_, p) => ({
  pointId: (1000 + p) as never,
  width: 'single' as const,
  timesMs,
  quality: null,
  values: timesMs.map(
    (_, m) => Math.round(-200 + 30 * Math.sin(m / 20 + p) + ((m * 7919 * (p + 1)) % 5)) / 10,
  ),
}))
const b = packDevice(points, S)
console.log('bytes', b.length)
const t = (n: string, f: () => void, k = 20000) => {
  for (let i = 0; i < 3000; i++) f()
  const c = process.cpuUsage()
  for (let i = 0; i < k; i++) f()
  const u = process.cpuUsage(c)
  console.log(n, ((u.user + u.system) / k).toFixed(2), 'us')
}
t('unpack one', () => {
  unpackDevice(b, S, (id) => (id as number) === 1004)
})
t('unpack all', () => {
  unpackDevice(b, S)
})
t(
  'pack',
  () => {
    packDevice(points, S)
  },
  3000,
)
