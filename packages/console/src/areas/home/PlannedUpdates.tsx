import {
  listPlannedUpdates,
  postponeUpdate,
  type WirePlannedUpdate,
} from '@coldkeep/contract/areas/firmware-consent'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import { Icon } from '../../kit/icons'
import { useText } from '../../kit/text'
import type { DepartmentPath } from '../../parts/department-path'
import { mayCall, useSession } from '../../site/session'
import styles from './home.module.css'
import { PlannedTable } from './PlannedTable'
import { plannedSentence, windowWords } from './planned-words'
import { REFRESH_MS, scopeQuery } from './scope'

const MOST_LISTED = 100

/** Updates that wait for stores of the scope, and "not today" for those who may say it; nothing while there is none. */
export function PlannedUpdates({ path }: { readonly path: DepartmentPath }) {
  const t = useText()
  const mayCallIt = mayCall(postponeUpdate, useSession())
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<WirePlannedUpdate | null>(null)
  const query = { ...scopeQuery(path), page: 1, pageSize: MOST_LISTED }
  const { data } = useCall(listPlannedUpdates, { query }, { refreshMs: REFRESH_MS, quiet: true })
  const [only] = data?.updates ?? []
  if (data === undefined || only === undefined) return null
  const { total, updates } = data
  const actionOf = (update: WirePlannedUpdate) =>
    mayCallIt &&
    update.mayPostpone && (
      <Button
        size="small"
        aria-label={t('overview.update.notTodayOf', { store: update.store.name })}
        onClick={() => setChosen(update)}
      >
        {t('overview.update.notToday')}
      </Button>
    )
  return (
    <div className={styles.planned}>
      <div className={styles.plannedLine}>
        <Icon name="clock" />
        <p>{total === 1 ? plannedSentence(only, t) : t('overview.update.several', { count: total })}</p>
        {total === 1 ? (
          actionOf(only)
        ) : (
          <Button size="small" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'overview.update.hide' : 'overview.update.show')}
          </Button>
        )}
      </div>
      {total > 1 && isOpen && <PlannedTable updates={updates} total={total} actionOf={actionOf} />}
      {chosen !== null && (
        <ConfirmAndSend
          title={t('overview.update.ask', { store: chosen.store.name })}
          action={t('overview.update.notToday')}
          call={postponeUpdate}
          input={{ body: { token: chosen.token, storeId: chosen.store.id } }}
          invalidates={[listPlannedUpdates]}
          success={(update) => t('overview.update.done', windowWords(update))}
          onClose={() => setChosen(null)}
        >
          {t('overview.update.why', { version: chosen.version, ...windowWords(chosen) })}
        </ConfirmAndSend>
      )}
    </div>
  )
}
