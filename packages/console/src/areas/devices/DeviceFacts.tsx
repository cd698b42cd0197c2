import type { getDevice } from '@coldkeep/contract/areas/devices'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant, formatMinutes } from '@coldkeep/phrases/format'
import type { ReactNode } from 'react'
import { Link } from '../../kit/Link'
import { StatusTag } from '../../kit/StatusTag'
import { useText } from '../../kit/text'
import { paths } from '../../site/paths'
import styles from './devices.module.css'

export type DeviceAnswer = Answer<typeof getDevice>

/** Name, place and connection of a device; problems come first. */
export function DeviceFacts({ device }: { device: DeviceAnswer }) {
  const t = useText()
  const { store, terminal } = device
  const departments = store.departments.map((department) => department.id).join('.')
  const storeHref = paths.withSearch(paths.connectionRate, { dep: departments, store: String(store.id) })
  return (
    <section className={styles.card}>
      <header className={styles.factsHead}>
        <h2 className={styles.name}>{device.name}</h2>
        <ConnectionTag terminal={terminal} zone={store.zone} />
        {device.mayOperate && (
          <Link
            href={paths.withSearch(paths.remoteOperation, {
              store: String(store.id),
              device: device.id.toString(),
            })}
          >
            {t('writes.operate')}
          </Link>
        )}
      </header>
      <p className={styles.place}>
        {store.departments.map((department) => department.name).join(' › ')}
        {' › '}
        <Link href={storeHref}>
          {store.code} {store.name}
        </Link>
      </p>
      <dl className={styles.facts}>
        <Fact name={t('devices.page.type')}>{t(`devices.type.${device.type}`)}</Fact>
        {device.zone && <Fact name={t('devices.page.zone')}>{t(`devices.zone.${device.zone}`)}</Fact>}
        <Fact name={t('devices.page.model')} isWide>
          {device.brand} {device.model}
        </Fact>
        <Fact name={t('devices.page.unitId')}>{device.unitId}</Fact>
        <Fact name={t('devices.page.period')}>{formatMinutes(t, device.periodSeconds / 60)}</Fact>
        <Fact name={t('devices.page.terminal')}>{terminal.id}</Fact>
        <Fact name={t('devices.page.lastMessage')}>{formatInstant(terminal.lastMessageAt, store.zone)}</Fact>
        {store.vendor && <Fact name={t('devices.page.vendor')}>{store.vendor}</Fact>}
        <Fact name={t('devices.page.address')} isWide>
          {store.address}
        </Fact>
      </dl>
    </section>
  )
}

function ConnectionTag({ terminal, zone }: { terminal: DeviceAnswer['terminal']; zone: string }) {
  const t = useText()
  if (terminal.hostLostSince !== null) {
    const since = t('devices.page.since', { time: formatInstant(terminal.hostLostSince, zone) })
    return <StatusTag status="offline" word={t('devices.state.hostLost')} detail={since} />
  }
  if (terminal.state === 'offline') {
    const since = t('devices.page.since', { time: formatInstant(terminal.since, zone) })
    return <StatusTag status="offline" detail={since} />
  }
  if (terminal.state === 'online') return <StatusTag status="online" />
  return <StatusTag status="waiting" word={t('devices.state.never_seen')} />
}

function Fact({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={isWide}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
