import { readParameterDevice } from '@coldkeep/contract/areas/parameters'
import type { DeviceId } from '@coldkeep/domain/ids'
import { formatInstant } from '@coldkeep/phrases/format'
import { useCall } from '../../api/use-call'
import { Link } from '../../kit/Link'
import { StatusTag } from '../../kit/StatusTag'
import { useText } from '../../kit/text'
import { Fact } from '../../parts/Fact'
import frame from '../../parts/page.module.css'
import { RecordFrame } from '../../parts/RecordFrame'
import { useInnerPlace } from '../../site/inner-places'
import { paths } from '../../site/paths'
import { DeviceValues } from './DeviceValues'
import { DriftList } from './DriftList'
import type { DeviceDetail } from './parameter-answers'
import { stateLooks } from './parameter-words'
import styles from './parameters.module.css'
import { ReadNow } from './ReadNow'

const REFRESH_MS = 15_000

export interface DevicePanelProps {
  readonly id: DeviceId
  readonly onBack: () => void
}

/** One device: each parameter against what its files say, and what has changed by itself. */
export function DevicePanel({ id, onBack }: DevicePanelProps) {
  const t = useText()
  const answer = useCall(
    readParameterDevice,
    { query: { deviceId: id } },
    { quiet: true, refreshMs: REFRESH_MS },
  )
  const device = answer.data?.device
  useInnerPlace(device === undefined ? null : { label: device.name, parameters: ['device'], depth: 2 })
  return (
    <RecordFrame
      label={t('parameters.devices.device')}
      className={frame.stack}
      table={t('parameters.devices.back')}
      onBack={onBack}
      answer={answer}
    >
      {(detail) => (
        <>
          <DeviceHead detail={detail} />
          <DeviceValues detail={detail} />
          <DriftList detail={detail} />
        </>
      )}
    </RecordFrame>
  )
}

function DeviceHead({ detail: { device } }: { readonly detail: DeviceDetail }) {
  const t = useText()
  const { id, name, store, model, state, readAt, firmware } = device
  const here = { store: String(store.id), device: String(id) }
  return (
    <section className={frame.card} aria-label={name}>
      <header className={styles.head}>
        <h2>{name}</h2>
        <div className={frame.buttons} data-no-print>
          <Link href={paths.device(id)}>{t('parameters.device.page')}</Link>
          <Link href={paths.withSearch(paths.remoteOperation, here)}>{t('parameters.device.operate')}</Link>
          <ReadNow device={device} />
        </div>
      </header>
      <dl className={frame.facts}>
        <Fact name={t('parameters.devices.state')}>
          <StatusTag {...stateLooks[state]} word={t(`parameters.state.${state}`)} />
        </Fact>
        <Fact name={t('parameters.devices.store')}>{`${store.code} ${store.name}`}</Fact>
        <Fact name={t('parameters.model')}>{`${model.brand} ${model.name}`}</Fact>
        {firmware !== null && <Fact name={t('parameters.firmware.title')}>{firmware}</Fact>}
        <Fact name={t('parameters.devices.readAt')}>
          {readAt === null ? t('parameters.devices.unread') : formatInstant(readAt, store.zone)}
        </Fact>
      </dl>
    </section>
  )
}
