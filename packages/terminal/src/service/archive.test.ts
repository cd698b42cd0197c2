import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { BoxFolder } from '../testing/box-folder'
import { Hub, SECRET } from '../testing/hub'
import { jpegOf } from '../testing/jpeg'
import { OddSlave } from '../testing/odd-slave'
import { airCommand, modbusTcp, settingsWith } from '../testing/settings'
import { newSigner } from '../testing/signer'
import { WebCamera } from '../testing/web-camera'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

test('the archive installs without a registry, and the program in it finds its devices, its camera and its broker', {
  timeout: 180_000,
}, async () => {
  const target = mkdtempSync(join(tmpdir(), 'coldkeep-archive-'))
  try {
    const root = join(target, 'root.json')
    const key = newSigner('root').trusted
    writeFileSync(root, JSON.stringify(key))
    const pack = ['--import', 'tsx', join(ROOT, 'tools/pack-terminal.ts'), target, '--root', root]
    const archive = execFileSync(process.execPath, pack, { cwd: ROOT, encoding: 'utf8' }).trim()
    const prefix = join(target, 'installed')
    const install = [
      'install',
      '-g',
      '--prefix',
      prefix,
      '--offline',
      '--ignore-scripts',
      '--silent',
      archive,
    ]
    // no cache of before, so that whatever the archive lacks is missed
    execFileSync('npm', install, { env: { ...process.env, npm_config_cache: join(target, 'cache') } })
    const { status, stdout } = await checkWith(join(prefix, 'bin/coldkeep-terminal'))
    expect(stdout.split('\n').map((line) => line.slice(0, 6).trim())).toEqual(['ok', 'ok', 'ok', 'ok', ''])
    expect(status).toBe(0)
    const installed = join(prefix, 'lib/node_modules/coldkeep-terminal')
    expect(JSON.parse(readFileSync(join(installed, 'release-root.json'), 'utf8'))).toEqual(key)
    // the status of the program is that of its supervisor
    const supervise = join(prefix, 'bin/coldkeep-terminal-supervise')
    const refused = spawnSync(supervise, [join(target, 'no-settings.json')], { encoding: 'utf8' })
    expect(refused.stderr).toContain('no-settings.json')
    expect(refused.status).toBe(2)
  } finally {
    rmSync(target, { recursive: true })
  }
})

/** Runs `--check` of a program against a device and a broker that are there. */
async function checkWith(program: string) {
  await using hub = await Hub.start()
  await using slave = await OddSlave.start((request, socket) => {
    socket.write(Uint8Array.of(request[0]!, request[1]!, 0, 0, 0, 5, 5, 3, 2, 0, 0x22))
  })
  using folder = new BoxFolder()
  await using camera = await WebCamera.open()
  camera.gives(await jpegOf(64, 48, () => [10, 20, 30]))
  const settings = settingsWith([airCommand()], {
    brokerUrls: [hub.url],
    ports: [modbusTcp(slave.port)],
    cameras: [{ id: 'sales', name: 'Sales floor', source: 'snapshot', address: camera.address, masks: [] }],
  })
  const path = folder.write(settings, SECRET)
  return await new Promise<{ status: number | null; stdout: string }>((resolve) => {
    const child = spawn(program, ['--check', path], { stdio: ['ignore', 'pipe', 'inherit'] })
    let stdout = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.on('exit', (status) => resolve({ status, stdout }))
  })
}
