import { getHelpStore, openHelpSession } from '@coldkeep/contract/areas/help-desk'
import { Suspense, useState } from 'react'
import { useCall } from '../../api/use-call'
import { StepSection } from '../../archetypes/steps/StepSection'
import { LoadFailure } from '../../kit/LoadFailure'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { usePlace } from '../../parts/PlaceFilter'
import frame from '../../parts/page.module.css'
import { PageHead } from '../../site/PageHead'
import { useWhyNot } from '../../site/use-why-not'
import { BeginHelp } from './BeginHelp'
import { ChooseStore } from './ChooseStore'
import { HelpSummary } from './HelpSummary'
import styles from './help-desk.module.css'
import { StoreFacts } from './StoreFacts'
import { useHelpSession } from './use-help-session'

const HelpedStores = lazily(() => import('./HelpedStores'), 'HelpedStores')
const OnlineRepair = lazily(() => import('./OnlineRepair'), 'OnlineRepair')
const ParameterStep = lazily(() => import('./ParameterStep'), 'ParameterStep')

const REFRESH_MS = 15_000

type Step = 'store' | 'begin' | 'facts' | 'repair' | 'parameters'

/** Helping a store from afar in five steps; who is helped sees the pictures of it. */
export function HelpDeskPage() {
  const whyNot = useWhyNot()(openHelpSession)
  return (
    <div className={frame.page}>
      <PageHead />
      <Suspense fallback={<Skeleton height={320} />}>
        {whyNot === null ? <Helping /> : <HelpedStores />}
      </Suspense>
    </div>
  )
}

function Helping() {
  const t = useText()
  const { storeId } = usePlace()
  const input = storeId === null ? null : { query: { storeId } }
  const answer = useCall(getHelpStore, input, { refreshMs: REFRESH_MS, quiet: true })
  const store = answer.data ?? null
  const { session, take } = useHelpSession(store?.session?.id ?? null)
  const [open, setOpen] = useState<ReadonlySet<Step>>(new Set(['store', 'begin', 'facts', 'repair']))
  const toggle = (step: Step) => () => {
    const next = new Set(open)
    if (!next.delete(step)) next.add(step)
    setOpen(next)
  }
  const section = (step: Step) => ({ isOpen: open.has(step), onToggle: toggle(step) })
  const needsStore = storeId === null ? t('helpDesk.chooseStoreFirst') : null
  const needsSession = needsStore ?? (session === null ? t('helpDesk.beginFirst') : null)
  const chosen = store === null ? undefined : `${store.store.code} ${store.store.name}`
  return (
    <div className={styles.columns}>
      <div className={frame.stack}>
        <StepSection number={1} title={t('helpDesk.step.store')} summary={chosen} {...section('store')}>
          <ChooseStore onDone={() => setOpen(new Set(['begin', 'facts', 'repair']))} />
        </StepSection>
        <StepSection
          number={2}
          title={t('helpDesk.step.begin')}
          summary={session?.devices.map(({ name }) => name).join(', ') || undefined}
          blocked={needsStore}
          {...section('begin')}
        >
          {answer.error !== null && store === null ? (
            <LoadFailure onRetry={answer.refetch} />
          ) : store === null ? (
            <Skeleton height={160} />
          ) : (
            <BeginHelp key={store.store.id} store={store} session={session} onBegun={take} />
          )}
        </StepSection>
        <StepSection number={3} title={t('helpDesk.step.facts')} blocked={needsStore} {...section('facts')}>
          {store === null ? <Skeleton height={120} /> : <StoreFacts store={store} />}
        </StepSection>
        <StepSection
          number={4}
          title={t('helpDesk.step.repair')}
          blocked={needsSession}
          {...section('repair')}
        >
          {session !== null && store !== null && (
            <Suspense fallback={<Skeleton height={240} />}>
              <OnlineRepair key={session.id} session={session} cameras={store.cameras} onChanged={take} />
            </Suspense>
          )}
        </StepSection>
        <StepSection
          number={5}
          title={t('helpDesk.step.parameters')}
          blocked={needsSession}
          {...section('parameters')}
        >
          {session !== null && store !== null && (
            <Suspense fallback={<Skeleton height={240} />}>
              <ParameterStep key={session.id} session={session} devices={store.devices} onChanged={take} />
            </Suspense>
          )}
        </StepSection>
      </div>
      <aside className={styles.aside}>
        {store !== null && <HelpSummary store={store} session={session} onChanged={take} />}
      </aside>
    </div>
  )
}
