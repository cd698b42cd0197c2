import { getDevice } from '@coldkeep/contract/areas/devices'
import {
  addRepairLabour,
  addRepairPart,
  getRepairCase,
  type RepairDetail,
  type WireRepairEvent,
} from '@coldkeep/contract/areas/repair'
import type { DeviceId, RepairCaseId } from '@coldkeep/domain/ids'
import { ticketOf } from '@coldkeep/domain/repair/repair-case'
import { formatInstant, formatMinutes, NO_VALUE } from '@coldkeep/phrases/format'
import { Suspense, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Link } from '../../kit/Link'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { useNarrow } from '../../kit/use-narrow'
import { EventHistory } from '../../parts/EventHistory'
import { Fact } from '../../parts/Fact'
import { PresentLikelyFault } from '../../parts/LikelyFault'
import frame from '../../parts/page.module.css'
import { RecordAlarms } from '../../parts/RecordAlarms'
import { RecordFrame } from '../../parts/RecordFrame'
import { withTexts } from '../../site/language'
import { paths } from '../../site/paths'
import { useWhyNot } from '../../site/use-why-not'
import { CallStore } from './CallStore'
import { CasePaper } from './CasePaper'
import { CloseProposal } from './CloseProposal'
import { ProgressTag } from './ProgressTag'
import { RenewForm } from './RenewForm'
import styles from './repair.module.css'

const SubjectPhotos = lazily(() => import('../../parts/SubjectPhotos'), 'SubjectPhotos')
const DeviceCurves = lazily(() => import('../devices/DeviceCurves'), 'DeviceCurves')
const RepairCurves = lazily(() => import('./RepairCurves'), 'RepairCurves')
const CaseActions = lazily(() => withTexts('queue', () => import('./CaseActions')), 'CaseActions')
const LastHours = lazily(() => import('./LastHours'), 'LastHours')
const CaseHelp = lazily(() => import('./CaseHelp'), 'CaseHelp')
const LabourDialog = lazily(() => import('./EntryDialogs'), 'LabourDialog')
const PartDialog = lazily(() => import('./EntryDialogs'), 'PartDialog')

const REFRESH_MS = 60_000

export interface RepairRecordProps {
  readonly caseId: RepairCaseId
  /** Back to the table, where the record stands instead of it. */
  readonly onBack: (() => void) | null
}

/** One case: what is known of it, what is renewed, its alarms, all that happened, and the curves of its equipment. */
export function RepairRecord({ caseId, onBack }: RepairRecordProps) {
  const t = useText()
  const answer = useCall(getRepairCase, { params: { caseId } }, { refreshMs: REFRESH_MS, quiet: true })
  return (
    <RecordFrame
      label={t('repair.record', { ticket: ticketOf(caseId) })}
      className={styles.record}
      table={t('repair.table')}
      onBack={onBack}
      answer={answer}
    >
      {(detail, reload) => <Record detail={detail} onRefused={reload} />}
    </RecordFrame>
  )
}

function Record({ detail, onRefused }: { detail: RepairDetail; onRefused: () => void }) {
  const t = useText()
  const narrow = useNarrow()
  const { case: shown, alarms, history, curve } = detail
  return (
    <>
      {detail.proposal !== null && (
        <CloseProposal key={detail.proposal.at} of={shown} proposal={detail.proposal} onRefused={onRefused} />
      )}
      <div className={frame.card}>
        <div className={styles.head}>
          <h2>{t('repair.record', { ticket: shown.ticket })}</h2>
          <CasePaper caseId={shown.id} />
        </div>
        <p className={styles.fault}>{shown.fault}</p>
        <Facts detail={detail} />
        {narrow && <CallStore of={shown} />}
        {narrow && shown.equipment !== null && curve !== null && (
          <Suspense fallback={<Skeleton height={160} />}>
            <LastHours deviceId={shown.equipment.id} curve={curve} zone={shown.store.zone} />
          </Suspense>
        )}
        <RenewForm of={shown} onRefused={onRefused} />
        <Suspense fallback={<Skeleton height={132} />}>
          <SubjectPhotos
            label={t('repair.photos')}
            place={{ subject: 'repair', subjectId: shown.key, about: shown.ticket }}
            shownBy={getRepairCase}
            photos={detail.photos}
            zone={shown.store.zone}
          />
        </Suspense>
      </div>
      {alarms.length > 0 && (
        <div className={frame.card}>
          <h2>{t('repair.alarms')}</h2>
          <RecordAlarms alarms={alarms} openText={t('repair.alarmOpen')} overText={t('repair.alarmOver')} />
        </div>
      )}
      {history.some(({ kind }) => kind === 'help') && (
        <Suspense>
          <CaseHelp caseId={shown.id} />
        </Suspense>
      )}
      <div className={frame.card}>
        <History detail={detail} history={history} />
      </div>
      {shown.equipment !== null && shown.closedAt === null && (
        <PresentLikelyFault device={shown.equipment.id} />
      )}
      {shown.equipment !== null && <Curves id={shown.equipment.id} detail={detail} />}
      <Suspense>
        {narrow && <CaseActions of={shown} photos={detail.photos.length} onRefused={onRefused} />}
      </Suspense>
    </>
  )
}

function Facts({ detail }: { detail: RepairDetail }) {
  const { case: shown, labourMinutes, arrivedAt, repeat } = detail
  const t = useText()
  const { zone } = shown.store
  const time = (at: number | null) => (at === null ? NO_VALUE : formatInstant(at, zone))
  return (
    <dl className={frame.facts}>
      <Fact name={t('shell.words.store')}>
        {shown.store.code} {shown.store.name}
      </Fact>
      <Fact name={t('repair.equipment')}>
        {shown.equipment === null ? (
          NO_VALUE
        ) : (
          <Link href={paths.device(shown.equipment.id)}>{shown.equipment.name}</Link>
        )}
      </Fact>
      <Fact name={t('repair.zone')}>{shown.temperatureZone || NO_VALUE}</Fact>
      <Fact name={t('repair.progress')}>
        <ProgressTag progress={shown.progress} />
      </Fact>
      <Fact name={t('repair.reportedAt')}>{time(shown.reportTime)}</Fact>
      <Fact name={t('repair.reportedBy')}>{shown.reportedBy}</Fact>
      <Fact name={t('repair.arrived')}>{time(arrivedAt)}</Fact>
      <Fact name={t('repair.labourTime')}>
        {labourMinutes === 0 ? NO_VALUE : formatMinutes(t, labourMinutes)}
      </Fact>
      <Fact name={t('repair.closedAt')}>{time(shown.closedAt)}</Fact>
      {repeat !== null && (
        <Fact name={t('repair.repeat.title')}>
          <div>{t('repair.repeat.text', { ordinal: repeat.ordinal })}</div>
          <div>
            <Link href={paths.withSearch(paths.repair, { case: String(repeat.before.id) })}>
              {repeat.before.ticket}
            </Link>
          </div>
        </Fact>
      )}
    </dl>
  )
}

/** All that happened, and work and parts to add to it. */
function History({ detail, history }: { detail: RepairDetail; history: readonly WireRepairEvent[] }) {
  const t = useText()
  const whyNot = useWhyNot()
  const [adding, setAdding] = useState<'labour' | 'part' | null>(null)
  const { case: shown } = detail
  const close = () => setAdding(null)
  return (
    <>
      <div className={styles.head}>
        <h2>{t('repair.history')}</h2>
        <div className={frame.buttons} data-no-print>
          <Button size="small" disabledReason={whyNot(addRepairLabour)} onClick={() => setAdding('labour')}>
            {t('repair.addLabour')}
          </Button>
          <Button size="small" disabledReason={whyNot(addRepairPart)} onClick={() => setAdding('part')}>
            {t('repair.addPart')}
          </Button>
        </div>
      </div>
      <EventHistory
        label={t('repair.history')}
        events={history.map((event) => ({
          ...event,
          title: t(`repair.event.${event.kind}`),
          isOfLength: event.kind === 'labour',
        }))}
        zone={shown.store.zone}
        laterText={(time) => t('repair.enteredLater', { time })}
      />
      <Suspense>
        {adding === 'labour' && <LabourDialog of={shown} onClose={close} />}
        {adding === 'part' && <PartDialog of={shown} onClose={close} />}
      </Suspense>
    </>
  )
}

/** What the equipment was like before the repair and after it; of one without an air temperature its last week. */
function Curves({ id, detail: { case: shown, curve } }: { id: DeviceId; detail: RepairDetail }) {
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      {curve === null ? (
        <LastWeek id={id} />
      ) : (
        <RepairCurves deviceId={id} curve={curve} zone={shown.store.zone} />
      )}
    </Suspense>
  )
}

function LastWeek({ id }: { id: DeviceId }) {
  const device = useCall(getDevice, { params: { deviceId: id } }, { quiet: true }).data
  if (device === undefined) return null
  return <DeviceCurves device={device} />
}
