import type { HelpStore } from '@coldkeep/contract/areas/help-desk'
import { formatInstant, formatMinutes, NO_VALUE } from '@coldkeep/phrases/format'
import { Link } from '../../kit/Link'
import { StatusTag } from '../../kit/StatusTag'
import { useText } from '../../kit/text'
import { Fact } from '../../parts/Fact'
import frame from '../../parts/page.module.css'
import { dialled } from '../../parts/phone-address'
import { paths } from '../../site/paths'
import styles from './help-desk.module.css'

/** How the terminals of a store are connected, and what is written down of it. */
export function StoreFacts({ store: shown }: { readonly store: HelpStore }) {
  const t = useText()
  const { store, terminals } = shown
  const phone = dialled(store.phone)
  return (
    <>
      {terminals.length === 0 ? (
        <p className={frame.note}>{t('helpDesk.noTerminal')}</p>
      ) : (
        <ul className={styles.terminals}>
          {terminals.map(({ id, state, since, program }) => (
            <li key={id}>
              <strong>{id}</strong>
              <StatusTag status={state === 'online' ? 'online' : 'offline'} />
              {since !== null && (
                <span>{t('helpDesk.since', { time: formatInstant(since, store.zone) })}</span>
              )}
              {program !== null && <span className={frame.note}>{program}</span>}
            </li>
          ))}
        </ul>
      )}
      <dl className={frame.facts}>
        <Fact name={t('helpDesk.card.phone')}>
          {phone === null ? (
            store.phone || NO_VALUE
          ) : (
            <a className={styles.phone} href={phone}>
              {store.phone}
            </a>
          )}
        </Fact>
        <Fact name={t('helpDesk.card.maintainer')}>{store.maintainer || NO_VALUE}</Fact>
        <Fact name={t('helpDesk.card.securityAccount')}>{store.securityAccount || NO_VALUE}</Fact>
        <Fact name={t('helpDesk.card.openedOn')}>{store.openedOn ?? NO_VALUE}</Fact>
        <Fact name={t('helpDesk.card.serviceEndsOn')}>{store.serviceEndsOn ?? NO_VALUE}</Fact>
        <Fact name={t('helpDesk.card.taxId')}>{store.taxId || NO_VALUE}</Fact>
        <Fact name={t('helpDesk.card.address')}>{store.address || NO_VALUE}</Fact>
        <Fact name={t('helpDesk.card.note')}>{store.note || NO_VALUE}</Fact>
      </dl>
      <Activation store={shown} />
      <div className={frame.buttons}>
        <Link href={paths.withSearch(paths.onlineMaintenance, { store: String(store.id) })}>
          {t('helpDesk.screen')}
        </Link>
        <Link href={paths.withSearch(paths.storeSettings, { storeid: String(store.id) })}>
          {t('helpDesk.settings')}
        </Link>
      </div>
    </>
  )
}

/** Whether help is active, what it costs, and what the store has used of it. */
function Activation({ store: { store, session, activation } }: { readonly store: HelpStore }) {
  const t = useText()
  const { price, left, used, minutes } = activation
  const points = (count: number) => t('helpDesk.activation.points', { count })
  const lacks = session === null && price > left
  return (
    <>
      <dl className={frame.facts}>
        <Fact name={t('helpDesk.activation.title')}>
          {session === null
            ? t('helpDesk.activation.inactive')
            : t('helpDesk.activation.active', { time: formatInstant(session.openedAt, store.zone) })}
        </Fact>
        <Fact name={t('helpDesk.activation.price')}>
          {price === 0 ? t('helpDesk.activation.free') : points(price)}
        </Fact>
        <Fact name={t('helpDesk.activation.left')}>{points(left)}</Fact>
        <Fact name={t('helpDesk.activation.used')}>{points(used)}</Fact>
        <Fact name={t('helpDesk.activation.time')}>{formatMinutes(t, minutes)}</Fact>
      </dl>
      {lacks && (
        <p className={styles.alert}>
          {t('helpDesk.activation.lacks')} <Link href={paths.credits}>{t('helpDesk.activation.apply')}</Link>
        </p>
      )}
    </>
  )
}
