import { spawnSync } from 'node:child_process'
import { findHaproxy } from '@coldkeep/server/testing/haproxy'
import { findMosquitto } from '@coldkeep/server/testing/mosquitto'
import { isSwupdateThere } from '@coldkeep/server/testing/swupdate'

/** A program or library by others that some tests talk to, besides those that npm brings. */
interface Peer {
  readonly name: string
  /** What it makes real. */
  readonly tries: string
  /** The packages of Debian that bring it. */
  readonly packages: readonly string[]
  readonly isThere: () => boolean
}

/** Debian's own interpreter; other ones do not see its packages. */
const PYTHON = '/usr/bin/python3'

const peers: readonly Peer[] = [
  {
    name: 'mosquitto',
    tries: 'an outside MQTT broker, shared among servers',
    packages: ['mosquitto', 'mosquitto-clients'],
    isThere: () => findMosquitto() !== null,
  },
  {
    name: 'HAProxy',
    tries: 'a router before several processes that hold screens',
    packages: ['haproxy'],
    isThere: () => findHaproxy() !== null,
  },
  {
    name: 'pymodbus',
    tries: 'Modbus devices by others',
    packages: ['python3-pymodbus', 'python3-serial-asyncio'],
    isThere: () => imports('pymodbus, serial_asyncio'),
  },
  {
    name: 'libmodbus',
    tries: 'Modbus devices by others',
    packages: ['libmodbus5', 'python3'],
    isThere: () => runs(PYTHON, '-c', 'import ctypes; ctypes.CDLL("libmodbus.so.5")'),
  },
  {
    name: 'socat',
    tries: 'serial lines',
    packages: ['socat'],
    isThere: () => runs('socat', '-V'),
  },
  {
    name: 'aiosmtpd',
    tries: 'a mail server by others',
    packages: ['python3-aiosmtpd'],
    isThere: () => imports('aiosmtpd'),
  },
  {
    name: 'LibreOffice',
    tries: 'reports as a spreadsheet reads them',
    packages: ['libreoffice-calc-nogui'],
    isThere: () => runs('soffice', '--version'),
  },
  {
    name: 'poppler',
    tries: 'pages of evidence as a reader of PDF sees them',
    packages: ['poppler-utils'],
    isThere: () => runs('pdffonts', '-v'),
  },
  {
    name: 'OpenSSL',
    tries: 'certificates of brokers and mail servers',
    packages: ['openssl'],
    isThere: () => runs('openssl', 'version'),
  },
  {
    name: 'x11vnc',
    tries: 'screens of computers in stores: Xvfb, x11vnc, xterm',
    packages: ['xvfb', 'x11vnc', 'xterm', 'xdotool', 'x11-utils'],
    isThere: () => areInstalled('Xvfb', 'x11vnc', 'xterm', 'xdotool', 'xev'),
  },
  {
    name: 'TigerVNC',
    tries: 'screens that their VNC server has itself, and whose size changes',
    packages: [
      ...['tigervnc-standalone-server', 'tigervnc-tools', 'x11-xserver-utils'],
      ...['xterm', 'xdotool', 'x11-utils'],
    ],
    isThere: () => areInstalled('Xtigervnc', 'tigervncpasswd', 'xrandr', 'xterm', 'xdotool', 'xev'),
  },
  {
    name: 'strace',
    tries: 'what is written before it is acknowledged',
    packages: ['strace'],
    isThere: () => runs('strace', '-V'),
  },
  {
    name: 'SWUpdate',
    tries: 'a program in boxes that installs images of the whole system',
    packages: ['swupdate'],
    isThere: isSwupdateThere,
  },
  {
    name: 'systemd',
    tries: 'a terminal that its service manager watches',
    packages: ['systemd'],
    isThere: () => runs('systemd-notify', '--version'),
  },
]

const INSTALL = ['install', '-q', '-y', '--no-install-recommends'] as const

function runs(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

/** For programs that do not all know an option which only prints something. */
function areInstalled(...programs: readonly string[]): boolean {
  return programs.every((program) => runs('which', program))
}

function imports(modules: string): boolean {
  return runs(PYTHON, '-c', `import ${modules}`)
}

function missingPeers(): readonly Peer[] {
  return peers.filter(({ isThere }) => !isThere())
}

function aptGet(...args: readonly string[]): void {
  spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

/** Installs the peers that are missing where Debian's packages can be had, and says which are there in the end. */
function main(): void {
  const packages = [...new Set(missingPeers().flatMap((peer) => peer.packages))]
  if (packages.length > 0 && process.getuid?.() === 0 && runs('apt-get', '--version')) {
    aptGet('update', '-q')
    // one that cannot be had keeps no other away
    for (const name of packages) aptGet(...INSTALL, name)
  } else if (packages.length > 0) {
    console.log(`Run as root on Debian or Ubuntu: apt-get ${INSTALL.join(' ')} ${packages.join(' ')}`)
  }
  const missing = missingPeers()
  for (const peer of peers) {
    console.log(`${missing.includes(peer) ? 'missing' : 'there  '}  ${peer.name.padEnd(12)} ${peer.tries}`)
  }
  if (missing.length > 0) console.log('npm test leaves out what needs those that are missing, and names it.')
}

main()
