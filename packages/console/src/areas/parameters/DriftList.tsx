import { listParameterDevices, markDriftSeen, readParameterDevice } from '@coldkeep/contract/areas/parameters'
import { formatInstant } from '@coldkeep/phrases/format'
import { useId } from 'react'
import { useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { StateView } from '../../kit/StateView'
import { StatusTag } from '../../kit/StatusTag'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useWhyNot } from '../../site/use-why-not'
import type { DeviceDetail } from './parameter-answers'
import { bareText, causeLooks, figureText, parameterName } from './parameter-words'
import styles from './parameters.module.css'

const MOST_SHOWN = 6

type DriftEvent = DeviceDetail['events'][number]

/** What changed from one reading to the next, and who it could have been; nothing of it is taken back by itself. */
export function DriftList({ detail }: { readonly detail: DeviceDetail }) {
  const t = useText()
  const heading = useId()
  const { device, events, parameters } = detail
  const known = new Map(parameters.map(({ code, parameter }) => [code, parameter]))
  return (
    <section className={frame.card} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{t('parameters.device.events')}</h2>
        <p className={frame.note}>{t('parameters.device.neverMended')}</p>
      </header>
      {events.length === 0 ? (
        <StateView title={t('parameters.device.noEvents')} />
      ) : (
        <ol className={styles.events}>
          {events.map((event) => (
            <DriftItem key={event.id} event={event} device={device} known={known} />
          ))}
        </ol>
      )}
    </section>
  )
}

interface DriftItemProps {
  readonly event: DriftEvent
  readonly device: DeviceDetail['device']
  readonly known: ReadonlyMap<string, DeviceDetail['parameters'][number]['parameter']>
}

function DriftItem({ event, device, known }: DriftItemProps) {
  const t = useText()
  const language = useLanguage()
  const whyNot = useWhyNot()
  const { id, at, cause, changes, seenBy, seenAt } = event
  const { zone } = device.store
  const time = formatInstant(at, zone)
  const words = t(`parameters.device.cause.${cause}`)
  const see = useSend(markDriftSeen, { invalidates: [readParameterDevice, listParameterDevices] })
  return (
    <li className={styles.event}>
      <time>{time}</time>
      <div>
        <StatusTag {...(seenBy === null ? causeLooks[cause] : { status: 'online' as const })} word={words} />
        <ul>
          {changes.slice(0, MOST_SHOWN).map(({ code, name, before, after, unit }) => {
            const parameter = known.get(code) ?? null
            const text = (value: number) =>
              parameter === null ? bareText(value, unit, language) : figureText(parameter, value, language)
            return (
              <li key={code}>
                {t('parameters.device.change', {
                  name: parameter === null ? name : parameterName(parameter),
                  before: text(before),
                  after: text(after),
                })}
              </li>
            )
          })}
          {changes.length > MOST_SHOWN && (
            <li>{t('parameters.device.more', { count: changes.length - MOST_SHOWN })}</li>
          )}
        </ul>
      </div>
      {seenBy !== null ? (
        <span className={styles.sub}>
          {t('parameters.device.seenBy', { name: seenBy, time: formatInstant(seenAt, zone) })}
        </span>
      ) : (
        cause !== 'own' && (
          <Button
            size="small"
            icon="check"
            loading={see.isPending}
            aria-label={t('parameters.device.seenOf', { cause: words, time })}
            disabledReason={whyNot(markDriftSeen)}
            onClick={() => see.mutate({ body: { deviceId: device.id, id } })}
          >
            {t('parameters.device.seen')}
          </Button>
        )
      )}
    </li>
  )
}
