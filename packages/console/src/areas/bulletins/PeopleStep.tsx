import { type BulletinCount, listBulletinRecipients } from '@coldkeep/contract/areas/bulletins'
import type { Answer } from '@coldkeep/contract/call'
import type { AccountId } from '@coldkeep/domain/ids'
import { formatNumber } from '@coldkeep/phrases/format'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { CheckField } from '../../kit/field/CheckField'
import { IconButton } from '../../kit/IconButton'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { type BulletinDraft, placeOf } from './bulletin-draft'
import styles from './bulletins.module.css'
import { useCountWords } from './count-words'
import type { DraftPartProps } from './PlaceStep'

const PAGE_SIZE = 20

type PlaceStore = Answer<typeof listBulletinRecipients>['stores'][number]

export interface PeopleStepProps extends DraftPartProps {
  readonly count: BulletinCount | undefined
}

/** The people of the chosen stores, store by store; each can be left out. */
export function PeopleStep({ draft, count, onChange }: PeopleStepProps) {
  const t = useText()
  const words = useCountWords()
  const [page, setPage] = useState(1)
  const place = placeOf(draft)
  const answer = useCall(
    listBulletinRecipients,
    place && {
      query: { departmentId: place.departmentId, storeId: place.storeId, page, pageSize: PAGE_SIZE },
    },
    { keepsPrevious: true, quiet: true },
  )
  const { data } = answer
  if (data === undefined)
    return answer.isError ? <LoadFailure onRetry={answer.refetch} /> : <Skeleton height={160} />
  const { exceptStores, exceptPeople } = draft
  const isWhole = exceptStores.size === 0 && exceptPeople.size === 0
  return (
    <div className={frame.stack}>
      <p className={frame.note}>{t('bulletins.peopleHelp')}</p>
      <div className={styles.counted}>
        <CheckField
          label={t('bulletins.all')}
          checked={isWhole}
          mixed={!isWhole}
          onChange={() => onChange({ exceptStores: new Set(), exceptPeople: new Set() })}
        />
        <output>
          {count !== undefined && words(count)}
          {count !== undefined && count.emptyStores > 0 && (
            <span className={frame.note}> · {t('bulletins.emptyStores', { count: count.emptyStores })}</span>
          )}
        </output>
      </div>
      <ul className={styles.stores}>
        {data.stores.map((store) => (
          <StoreChoice key={store.id} store={store} draft={draft} onChange={onChange} />
        ))}
      </ul>
      {data.total > data.stores.length && <PageSteps {...{ page, onPage: setPage }} total={data.total} />}
    </div>
  )
}

interface PageStepsProps {
  readonly page: number
  readonly total: number
  readonly onPage: (page: number) => void
}

/** From page to page. The pager of tables would come with all the rest of them. */
function PageSteps({ page, total, onPage }: PageStepsProps) {
  const t = useText()
  const language = useLanguage()
  const pages = Math.ceil(total / PAGE_SIZE)
  const [first, last] = [(page - 1) * PAGE_SIZE + 1, Math.min(total, page * PAGE_SIZE)]
  return (
    <nav aria-label={t('kit.pager.label')} className={styles.steps}>
      <IconButton
        icon="chevronLeft"
        size="small"
        label={t('kit.pager.previous')}
        disabledReason={page === 1 ? t('kit.pager.previous') : null}
        onClick={() => onPage(page - 1)}
      />
      <output>
        {t('kit.pager.range', {
          first: formatNumber(language, first),
          last: formatNumber(language, last),
          total: formatNumber(language, total),
        })}
      </output>
      <IconButton
        icon="chevronRight"
        size="small"
        label={t('kit.pager.next')}
        disabledReason={page === pages ? t('kit.pager.next') : null}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}

interface StoreChoiceProps extends DraftPartProps {
  readonly store: PlaceStore
}

function StoreChoice({ store, draft, onChange }: StoreChoiceProps) {
  const t = useText()
  const { id, code, name, people, peopleCount } = store
  const isIn = !draft.exceptStores.has(id)
  const hasExceptions = people.some((person) => draft.exceptPeople.has(person.id))
  return (
    <li>
      <CheckField
        label={<strong>{t('bulletins.storeName', { code, name })}</strong>}
        checked={isIn && !hasExceptions}
        mixed={isIn && hasExceptions}
        onChange={(checked) => {
          const exceptStores = new Set(draft.exceptStores)
          if (checked) exceptStores.delete(id)
          else exceptStores.add(id)
          onChange({ exceptStores })
        }}
      />
      {peopleCount === 0 ? (
        <p className={frame.note}>{t('bulletins.nobodyHere')}</p>
      ) : (
        <div className={styles.people}>
          {people.map((person) => (
            <CheckField
              key={person.id}
              label={person.name}
              checked={isIn && !draft.exceptPeople.has(person.id)}
              disabled={!isIn}
              onChange={(checked) => onChange({ exceptPeople: toggled(draft, person.id, checked) })}
            />
          ))}
          {peopleCount > people.length && (
            <span className={frame.note}>
              {t('bulletins.morePeople', { count: peopleCount - people.length })}
            </span>
          )}
        </div>
      )}
    </li>
  )
}

function toggled({ exceptPeople }: BulletinDraft, id: AccountId, isIn: boolean): ReadonlySet<AccountId> {
  const next = new Set(exceptPeople)
  if (isIn) next.delete(id)
  else next.add(id)
  return next
}
